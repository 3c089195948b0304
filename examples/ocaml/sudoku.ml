(* Exercise 1: Sudoku of any square order, by approach 2 (1a), by approach 1 (1b), and by
   approach 1 with a lazy list (1d).

     ocaml sudoku.ml 2 ..233..42.3.1...     prints 4123321424311342

   A board is a list of rows, with None for an empty cell. *)

type board = int option list list

let rec take n = function x :: rest when n > 0 -> x :: take (n - 1) rest | _ -> []
let rec drop n = function _ :: rest when n > 0 -> drop (n - 1) rest | rest -> rest
let rec chunks n = function [] -> [] | xs -> take n xs :: chunks n (drop n xs)

let rec transpose = function
  | [] | [] :: _ -> []
  | rows -> List.map List.hd rows :: transpose (List.map List.tl rows)

let digits board = List.init (List.length board) succ
let side board = int_of_float (sqrt (float_of_int (List.length board)))

(* As many rows as a square is high; their columns, as many as it is wide, make up one square. *)
let squares board =
  let side = side board in
  let of_band band = List.map List.concat (chunks side (transpose band)) in
  List.concat_map of_band (chunks side board)

(* No value stands twice: those before are the bits of one number. *)
let distinct cells =
  let rec go seen = function
    | [] -> true
    | None :: rest -> go seen rest
    | Some value :: rest ->
      let bit = 1 lsl value in
      seen land bit = 0 && go (seen lor bit) rest
  in
  go 0 cells

let is_valid board = List.for_all distinct (board @ transpose board @ squares board)
let empty_cells board = List.length (List.filter Option.is_none (List.concat board))

(* The board with its first empty cells filled, as many as there are values. *)
let fill board values =
  let put values cell =
    match cell, values with
    | None, value :: rest -> rest, Some value
    | _ -> values, cell
  in
  chunks (List.length board) (snd (List.fold_left_map put values (List.concat board)))

let solved board values =
  let filled = fill board values in
  if is_valid filled then Some filled else None

(* 1a, approach 2: the first empty cell gets 1, 2 … as long as the board is valid. *)
let find_solution board =
  let rec explore board = function
    | 0 -> Some board
    | left ->
      let continue value = Option.bind (solved board [ value ]) (fun b -> explore b (left - 1)) in
      List.find_map continue (digits board)
  in
  if is_valid board then explore board (empty_cells board) else None

(* 1b, approach 1: all assignments are made, then each is tried. [rev_map] needs no stack. *)
let find_solution_exhaustive board =
  let rec assignments = function
    | 0 -> [ [] ]
    | length ->
      let shorter = assignments (length - 1) in
      let starting value = List.rev (List.rev_map (List.cons value) shorter) in
      List.concat_map starting (digits board)
  in
  List.find_map (solved board) (assignments (empty_cells board))

(* 1d: a lazy list; its tail is worked out when it is asked for, and then remembered. *)
module Lazy_list = struct
  type 'a t = Nil | Cons of 'a * 'a t Lazy.t

  let rec of_list = function [] -> Nil | x :: rest -> Cons (x, lazy (of_list rest))

  let rec map f = function
    | Nil -> Nil
    | Cons (x, rest) -> Cons (f x, lazy (map f (Lazy.force rest)))

  let rec append xs ys =
    match xs with
    | Nil -> Lazy.force ys
    | Cons (x, rest) -> Cons (x, lazy (append (Lazy.force rest) ys))

  let rec concat_map f = function
    | Nil -> Nil
    | Cons (x, rest) -> append (f x) (lazy (concat_map f (Lazy.force rest)))

  let rec find_map f = function
    | Nil -> None
    | Cons (x, rest) -> (
      match f x with None -> find_map f (Lazy.force rest) | found -> found)
end

(* Approach 1 once more: the same assignments in the same order, one at a time. *)
let find_solution_lazily board =
  let open Lazy_list in
  let rec assignments = function
    | 0 -> Cons ([], lazy Nil)
    | length ->
      let starting value = map (List.cons value) (assignments (length - 1)) in
      concat_map starting (of_list (digits board))
  in
  find_map (solved board) (assignments (empty_cells board))

(* ---------------------------------------------------------------- the program *)

let read text : board =
  let side = int_of_float (sqrt (sqrt (float_of_int (String.length text)))) in
  let order = side * side in
  let cell = function
    | '.' -> None
    | '1' .. '9' as c when Char.code c - 48 <= order -> Some (Char.code c - 48)
    | c -> failwith (Printf.sprintf "found '%c', expected 1 to %d or ." c order)
  in
  if order < 1 || order > 9 || order * order <> String.length text then
    failwith (Printf.sprintf "found %d cells, expected 16 or 81" (String.length text));
  chunks order (List.map cell (List.of_seq (String.to_seq text)))

let write board =
  let digit = function None -> "." | Some value -> string_of_int value in
  String.concat "" (List.map digit (List.concat board))

let approaches =
  [ "1", find_solution_exhaustive; "2", find_solution; "lazy", find_solution_lazily ]

let () =
  match Sys.argv with
  | [| _; approach; text |] when List.mem_assoc approach approaches -> (
    match (List.assoc approach approaches) (read text) with
    | Some board -> print_endline (write board)
    | None -> print_endline "no solution"
    | exception Failure message -> prerr_endline ("sudoku: " ^ message); exit 2)
  | _ -> prerr_endline "usage: sudoku 1|2|lazy CELLS"; exit 2
