(* 002, section 1 and exercise 1: Sudoku by approach 1, by approach 2, and by approach 1 with a lazy
   list. The types and functions have the names and arguments of 002. They take the order from the
   board, so 4 x 4 and 9 x 9 (exercises 1a and 1b) are the same code.

     ocaml                         starts the toplevel; then:
     #use "sudoku.ml";;
     find_solution [[Empty; Empty; Val 2; Val 3]; …];;

   002 calls both solvers [find_solution]. Here [find_solution] is approach 2, and
   [find_solution_exhaustive] is approach 1. *)

type cell = Val of int | Empty
type board = cell list list

(* ---------------------------------------------------------------- helpers for lists *)

let nth index list = List.nth list index
let rec take n = function x :: rest when n > 0 -> x :: take (n - 1) rest | _ -> []
let rec drop n = function _ :: rest when n > 0 -> drop (n - 1) rest | rest -> rest
let range n = List.init n Fun.id
let root n = int_of_float (sqrt (float_of_int n))

(* ---------------------------------------------------------------- helpers for boards *)

(* [before] is the cell that precedes the list. The list is sorted, so equal values are neighbours. *)
let rec is_perm_aux = function
  | Val value :: rest, before -> before <> Val value && is_perm_aux (rest, Val value)
  | Empty :: rest, before -> is_perm_aux (rest, before)
  | [], _ -> true

(* Checks that no value is in the list twice. *)
let is_perm cells = is_perm_aux (List.sort compare cells, Empty)
let check_rows (board : board) = List.for_all is_perm board
let get_cols (board : board) = List.map (fun j -> List.map (nth j) board) (range (List.length board))
let check_cols board = List.for_all is_perm (get_cols board)

(* The cell in column i and row j. *)
let get (board : board) i j = nth i (nth j board)

(* All (x, y) with x and y from the list, x changing first. *)
let pairs list = List.concat_map (fun y -> List.map (fun x -> x, y) list) list

(* The square whose top left cell is in column i and row j. *)
let get_square board i j =
  let steps = pairs (range (root (List.length board))) in
  List.map (fun (dx, dy) -> get board (i + dx) (j + dy)) steps

let get_squares board =
  let side = root (List.length board) in
  let corners = pairs (List.map (( * ) side) (range side)) in
  List.map (fun (i, j) -> get_square board i j) corners

let check_squares board = List.for_all is_perm (get_squares board)
let is_valid board = check_rows board && check_cols board && check_squares board
let count_empty (board : board) = List.length (List.filter (( = ) Empty) (List.concat board))
let digits board = List.init (List.length board) succ

(* The square board whose rows, one after the other, are this list: it undoes List.flatten. *)
let unflatten cells : board =
  let order = root (List.length cells) in
  let rec rows = function [] -> [] | rest -> take order rest :: rows (drop order rest) in
  rows cells

(* ---------------------------------------------------------------- approach 1 *)

(* Fills the empty cells of a row from the left, until there are no more values. *)
let rec replace_in_row values row =
  match values, row with
  | value :: others, Empty :: rest -> Val value :: replace_in_row others rest
  | _, cell :: rest -> cell :: replace_in_row values rest
  | _, [] -> []

let replace_in_board (board : board) assignments =
  unflatten (replace_in_row assignments (List.concat board))

(* All sequences of a given length, of the digits 1 to 4 by default. [rev_map] needs no stack. *)
let rec generate_all_seqs ?(digits = [ 1; 2; 3; 4 ]) length =
  if length = 0 then [ [] ]
  else
    let shorter = generate_all_seqs ~digits (length - 1) in
    List.concat_map (fun d -> List.rev (List.rev_map (List.cons d) shorter)) digits

(* The first element that passes the test, if there is one. *)
let rec exists test = function
  | [] -> None
  | x :: rest -> if test x then Some x else exists test rest

let find_solution_exhaustive board =
  let solves assignment = is_valid (replace_in_board board assignment) in
  let all = generate_all_seqs ~digits:(digits board) (count_empty board) in
  Option.map (replace_in_board board) (exists solves all)

(* ---------------------------------------------------------------- approach 2 *)

(* Fills the first empty cell of a row. *)
let replace_first_in_row value row = replace_in_row [ value ] row
let replace_first_in_board board value = replace_in_board board [ value ]

(* Fills the [left] empty cells of a valid board, each with the first value that leads to a
   solution. *)
let rec explore board left =
  if left = 0 then Some board
  else
    let rec explore_options = function
      | [] -> None
      | value :: others -> (
        let filled = replace_first_in_board board value in
        match if is_valid filled then explore filled (left - 1) else None with
        | None -> explore_options others
        | solved -> solved)
    in
    explore_options (digits board)

let find_solution board = if is_valid board then explore board (count_empty board) else None

(* ---------------------------------------------------------------- exercise 1d *)

(* A lazy list, whose tail is computed when it's needed and then remembered. *)
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

  let rec exists test = function
    | Nil -> None
    | Cons (x, rest) -> if test x then Some x else exists test (Lazy.force rest)
end

(* The sequences of [generate_all_seqs], in the same order, one at a time. *)
let rec generate_lazily digits length =
  let open Lazy_list in
  if length = 0 then Cons ([], lazy Nil)
  else
    let starting digit = map (List.cons digit) (generate_lazily digits (length - 1)) in
    concat_map starting (of_list digits)

let find_solution_lazily board =
  let solves assignment = is_valid (replace_in_board board assignment) in
  let all = generate_lazily (digits board) (count_empty board) in
  Option.map (replace_in_board board) (Lazy_list.exists solves all)
