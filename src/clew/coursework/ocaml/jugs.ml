(* 002, exercise 5c: three jug capacities and a target give a shortest sequence of states, from empty
   jugs to a state in which some jug holds the target. A jug is filled, or poured into another until
   one is empty or the other is full. Nothing is poured away.

     #use "jugs.ml";;
     jugs 5 8 12 6;;      is Some [[0; 0; 0]; …; [0; 6; 12]]

   Unlike the exercises before, the same states come again: so breadth-first, with a set of those
   that were reached. *)

module States = Set.Make (struct
  type t = int list

  let compare = compare
end)

let indices state = List.init (List.length state) Fun.id
let replace at value = List.mapi (fun index held -> if index = at then value else held)

let fills capacities state =
  List.map (fun jug -> replace jug (List.nth capacities jug) state) (indices state)

let pour capacities state source target =
  let held = List.nth state source and there = List.nth state target in
  let moved = min held (List.nth capacities target - there) in
  replace source (held - moved) (replace target (there + moved) state)

let pours capacities state =
  let jugs = indices state in
  let others jug = List.filter (( <> ) jug) jugs in
  List.concat_map (fun jug -> List.map (pour capacities state jug) (others jug)) jugs

let successors capacities state = fills capacities state @ pours capacities state

(* A level is a list of paths of equal length, each with its newest state first. *)
let measure capacities target =
  let extend (reached, paths) path =
    let fresh (reached, paths) state =
      if States.mem state reached then reached, paths
      else States.add state reached, (state :: path) :: paths
    in
    List.fold_left fresh (reached, paths) (successors capacities (List.hd path))
  in
  let rec search reached level =
    match List.find_opt (fun path -> List.mem target (List.hd path)) level, level with
    | Some path, _ -> Some (List.rev path)
    | None, [] -> None
    | None, _ ->
      let reached, next = List.fold_left extend (reached, []) level in
      search reached (List.rev next)
  in
  let empty = List.map (fun _ -> 0) capacities in
  search (States.singleton empty) [ [ empty ] ]

(* The function that 002 asks for. [measure] accepts any number of jugs. *)
let jugs first second third target = measure [ first; second; third ] target
