(* 002, exercise 4: a knight that visits every cell of a 5 x 5 board once, from a given cell. (A
   knight has up to 8 moves, not 6.)

     #use "knight_cover.ml";;
     knight_cover (0, 0);;      is Some of the cells (row, column) in the order of the visits

   Approach 2: move after move. Where to go next is tried in the order of Warnsdorff's rule: first
   the cell from which the fewest ways lead on. *)

module Cells = Set.Make (struct
  type t = int * int

  let compare = compare
end)

let side = 5
let jumps = [ -2, -1; -2, 1; -1, -2; -1, 2; 1, -2; 1, 2; 2, -1; 2, 1 ]
let on_board (row, col) = row >= 0 && row < side && col >= 0 && col < side

let moves visited (row, col) =
  let cells = List.map (fun (down, right) -> row + down, col + right) jumps in
  List.filter (fun cell -> on_board cell && not (Cells.mem cell visited)) cells

let by_fewest_ways visited cells =
  let ways cell = List.length (moves visited cell) in
  List.stable_sort (fun one other -> compare (ways one) (ways other)) cells

(* Every move changes the colour, and 13 of the 25 cells have the corners' colour. So a tour must
   begin on that colour. *)
let may_begin (row, col) = side mod 2 = 0 || (row + col) mod 2 = 0

let knight_cover start =
  let rec visit cell visited left =
    if left = 0 then Some [ cell ]
    else
      let next cell = visit cell (Cells.add cell visited) (left - 1) in
      let candidates = by_fewest_ways visited (moves visited cell) in
      Option.map (List.cons cell) (List.find_map next candidates)
  in
  if on_board start && may_begin start then
    visit start (Cells.singleton start) ((side * side) - 1)
  else None
