(* 002, exercise 2: a path down a triangle whose entries sum to k.

     #use "sum_path.ml";;
     has_sum_path [[4];[7;5];[6;3;4];[4;2;1;6]] 15;;      is true

   Approach 2: go down entry by entry, left before right. The entries are positive, so a path whose
   sum has passed k is given up. *)

let sum_path triangle k =
  let rec down rows place left =
    match rows with
    | [] -> if left = 0 then Some [] else None
    | row :: below ->
      let entry = List.nth row place in
      if entry > left then None
      else
        let next place = down below place (left - entry) in
        Option.map (List.cons entry) (List.find_map next [ place; place + 1 ])
  in
  down triangle 0 k

let has_sum_path triangle k = Option.is_some (sum_path triangle k)
