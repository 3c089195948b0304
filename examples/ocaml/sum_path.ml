(* Exercise 2: a path down a triangle whose entries sum to k.

     ocaml sum_path.ml 15 "4/7 5/6 3 4/4 2 1 6"     prints 4 7 3 1

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

(* ---------------------------------------------------------------- the program *)

let numbers text = List.map int_of_string (String.split_on_char ' ' text)

let read text =
  let rows = List.map numbers (String.split_on_char '/' text) in
  let check index row =
    if List.length row <> index + 1 || List.exists (fun entry -> entry < 1) row then
      failwith (Printf.sprintf "row %d: expected %d positive numbers" (index + 1) (index + 1))
  in
  List.iteri check rows;
  rows

let () =
  match Sys.argv with
  | [| _; k; text |] -> (
    match read text, int_of_string k with
    | triangle, k when has_sum_path triangle k ->
      let entries = Option.get (sum_path triangle k) in
      print_endline (String.concat " " (List.map string_of_int entries))
    | _ -> print_endline "no path"
    | exception Failure message -> prerr_endline ("sum_path: " ^ message); exit 2)
  | _ -> prerr_endline "usage: sum_path K ROW/ROW/…"; exit 2
