(* 002's program. It solves one exercise or, without arguments, each exercise's example.

     ocaml complete_search.ml
     ocaml complete_search.ml sudoku ..233..42.3.1...
     ocaml complete_search.ml sudoku ..233..42.3.1... lazy
     ocaml complete_search.ml triangle "[[4];[7;5];[6;3;4];[4;2;1;6]]" 15
     ocaml complete_search.ml frog "[2,3,2,3,5,3]"
     ocaml complete_search.ml knight 0 0
     ocaml complete_search.ml jugs 5 8 12 6

   Sudoku is solved by approach 2, or by approach 1 or lazy if the word follows. The exit status is
   0 with an answer, 1 if there is none, and 2 if the words are wrong. *)

#use "sudoku.ml"
#use "sum_path.ml"
#use "hopping_cover.ml"
#use "knight_cover.ml"
#use "jugs.ml"

(* ---------------------------------------------------------------- reading *)

let refuse message = raise (Failure message)

(* The numbers in a string such as 2 3 2 or [2,3,2] or [2;3;2]. *)
let numbers text =
  let blank = function '[' | ']' | ',' | ';' -> ' ' | c -> c in
  let words = List.filter (( <> ) "") (String.split_on_char ' ' (String.map blank text)) in
  let number word =
    match int_of_string_opt word with
    | Some value when value >= 0 -> value
    | _ -> refuse (Printf.sprintf "found '%s', expected whole numbers" word)
  in
  List.map number words

let read_triangle text =
  let rows = List.filter (( <> ) []) (List.map numbers (String.split_on_char ']' text)) in
  let check index row =
    if List.length row <> index + 1 || List.mem 0 row then
      refuse (Printf.sprintf "row %d: expected %d positive numbers" (index + 1) (index + 1))
  in
  List.iteri check rows;
  rows

let read_board text =
  let order = root (String.length text) in
  let cell = function
    | '.' | '*' | '0' -> Empty
    | '1' .. '9' as c when Char.code c - 48 <= order -> Val (Char.code c - 48)
    | c -> refuse (Printf.sprintf "found '%c', expected 1 to %d or ." c order)
  in
  if not (List.mem (String.length text) [ 1; 16; 81 ]) then
    refuse (Printf.sprintf "found %d cells, expected 16 or 81" (String.length text));
  unflatten (List.map cell (List.of_seq (String.to_seq text)))

(* ---------------------------------------------------------------- writing *)

let spaced show items = String.concat " " (List.map show items)

(* Prints the lines of an answer, and returns the exit status. *)
let print lines missing = function
  | Some answer -> List.iter print_endline (lines answer); 0
  | None -> print_endline missing; 1

let print_board =
  let cell = function Val value -> string_of_int value | Empty -> "." in
  print (List.map (spaced cell)) "no solution"

let print_numbers missing = print (fun numbers -> [ spaced string_of_int numbers ]) missing
let print_states = print (List.map (spaced string_of_int)) "no way"

let print_cells =
  print (fun cells -> [ spaced (fun (row, col) -> Printf.sprintf "%d,%d" row col) cells ]) "no tour"

(* ---------------------------------------------------------------- the exercises *)

let answer_jugs capacities target =
  let text = spaced string_of_int in
  if List.for_all (( > ) target) capacities then
    refuse
      (Printf.sprintf "jugs of %s cannot hold %d; the target comes last: jugs %s %d" (text capacities)
         target (text (List.tl capacities @ [ target ])) (List.hd capacities));
  print_states (measure capacities target)

let answer = function
  | [ "sudoku"; cells ] | [ "sudoku"; cells; "2" ] -> print_board (find_solution (read_board cells))
  | [ "sudoku"; cells; "1" ] -> print_board (find_solution_exhaustive (read_board cells))
  | [ "sudoku"; cells; "lazy" ] -> print_board (find_solution_lazily (read_board cells))
  | [ "triangle"; rows; k ] when numbers rows <> [] && List.length (numbers k) = 1 ->
    print_numbers "no path" (sum_path (read_triangle rows) (List.hd (numbers k)))
  | "frog" :: (_ :: _ as words) ->
    print_numbers "no cover" (hopping_cover (numbers (String.concat " " words)))
  | "knight" :: words when List.length (numbers (String.concat " " words)) = 2 ->
    let cell = numbers (String.concat " " words) in
    print_cells (knight_cover (nth 0 cell, nth 1 cell))
  | "jugs" :: words when List.length (numbers (String.concat " " words)) > 1 ->
    let given = numbers (String.concat " " words) in
    let jugs = List.length given - 1 in
    answer_jugs (take jugs given) (nth jugs given)
  | _ ->
    refuse
      "usage: complete_search.ml [sudoku CELLS [1|2|lazy] | triangle ROWS K | frog LENGTHS | knight \
       ROW COLUMN | jugs CAPACITIES TARGET]"

let examples =
  [
    [ "sudoku"; "..233..42.3.1..." ];
    [ "sudoku"; ".4...3.2...4.2.3" ];
    [ "triangle"; "[[4];[7;5];[6;3;4];[4;2;1;6]]"; "15" ];
    [ "frog"; "[2,3,2,3,5,3]" ];
    [ "knight"; "0"; "0" ];
    [ "jugs"; "5"; "8"; "12"; "6" ];
  ]

let show_example words =
  print_endline (String.concat " " words);
  ignore (answer words);
  print_newline ()

let () =
  match List.tl (Array.to_list Sys.argv) with
  | [] -> List.iter show_example examples
  | words -> (
    match answer words with
    | 0 -> ()
    | status -> exit status
    | exception Failure message -> prerr_endline ("complete_search: " ^ message); exit 2)
