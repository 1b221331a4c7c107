import type { PlayerId } from "@first-bounce/rules/ids";
import type { RowDeed } from "../../model/row-action.ts";
import { withIn, withOut, without } from "../../trade/local-trades.ts";
import { type Board, placeOf } from "./board.ts";

type Deed = (board: Board, id: PlayerId) => void;

/** Into the place asked for, else where the pool is narrowed to. */
const add: Deed = ({ editor, wanted, want, filters }, id) => {
	const { position } = filters.get();
	const narrowed = position ? editor.empty.find(({ line }) => line === position) : undefined;
	editor.add(id, wanted ?? narrowed ?? null);
	want(null);
};

const remove: Deed = (board, id) => {
	const place = placeOf(board, id);
	if (place) board.editor.remove(place);
};

const tradeIn: Deed = ({ desk, want }, id) => {
	desk?.change(withIn(desk.trades, id));
	want(null);
};

const tradeOut: Deed = (board, id) => {
	const { desk } = board;
	desk?.change(withOut(desk.trades, id));
	board.want(placeOf(board, id));
};

const untrade: Deed = ({ desk }, id) => desk?.change(without(desk.trades, id));

const DEEDS: Readonly<Record<RowDeed, Deed>> = {
	add,
	remove,
	"trade-in": tradeIn,
	"trade-out": tradeOut,
	untrade,
};

/** Does what a row of the pool offers (D1 §4). */
export function poolDeed(board: Board, id: PlayerId, deed: RowDeed): void {
	DEEDS[deed](board, id);
}
