(* 002, exercise 3: a frog on pad 1 makes jumps of given lengths, left or right, in the order given,
   and visits each pad once. n jumps need n + 1 pads.

     #use "hopping_cover.ml";;
     can_hop [2; 3; 2; 3; 5; 3];;      is true

   Approach 2: jump after jump; a jump off the pond or onto a pad again is given up. *)

module Pads = Set.Make (Int)

let hopping_cover jumps =
  let last = List.length jumps + 1 in
  let rec hop pad visited = function
    | [] -> Some [ pad ]
    | length :: rest ->
      let land_on next =
        if next < 1 || next > last || Pads.mem next visited then None
        else hop next (Pads.add next visited) rest
      in
      Option.map (List.cons pad) (List.find_map land_on [ pad - length; pad + length ])
  in
  hop 1 (Pads.singleton 1) jumps

let can_hop jumps = Option.is_some (hopping_cover jumps)
