import type { TeamId } from "@first-bounce/rules/ids";
import type { Direction } from "@first-bounce/rules/rankings/team-ranks";
import { createJsonWriter, pieceOf } from "./json-writer.ts";
import { type RankRecords, recordsOf, type Standings, TEAM } from "./rank-records.ts";
import type { RankedSet } from "./ranked-sets.ts";
import { writeRow } from "./ranking-row.ts";
import type { TeamColumns } from "./team-columns.ts";

/** A set of teams in its order, and the same a round earlier; null where that says nothing. */
export interface Cutting extends Standings {
	readonly set: RankedSet;
	readonly earlier: RankedSet | null;
	readonly records: RankRecords;
	readonly columns: TeamColumns;
}

/** Rows as JSON with commas between, and where each begins: one more than there are rows, the last behind a comma. */
export interface Rows {
	readonly text: string;
	readonly starts: Int32Array;
}

export interface PageCutter {
	/** The rows of places `from` to `end`; asc turns the rows round, not the ranks (decisions §3). */
	readonly rows: (of: Cutting, direction: Direction, from: number, end: number) => Rows;
	/** One row, marked as the reader's own. */
	readonly own: (of: Cutting, teamId: TeamId, place: number) => string;
}

const COMMA = pieceOf(",");
/** What is said of so many teams is asked for together: it lies anywhere, and then comes together. */
const TOGETHER = 16;

/** Writes rows of the rankings as JSON. */
export function createPageCutter(): PageCutter {
	const out = createJsonWriter();
	const counted = ({ view }: Cutting) => ({ from: 1, to: view.roundId ?? 0 });

	return {
		rows: (of, direction, from, end) => {
			const { records, columns } = of;
			const rounds = counted(of);
			const count = end - from;
			const starts = new Int32Array(count + 1);
			const placeOf = direction === "asc" ? (index: number) => end - 1 - index : (index: number) => from + index;
			for (let index = 0; index < count; index++) {
				if (index % TOGETHER === 0)
					for (let ahead = index; ahead < Math.min(count, index + TOGETHER); ahead++) {
						const row = records.at(placeOf(ahead));
						columns.fetch(row.records[row.from + TEAM] ?? 0);
					}
				const place = placeOf(index);
				if (index > 0) out.text(COMMA);
				starts[index] = out.length();
				const row = records.at(place);
				writeRow(out, row.records, row.from, place + 1, columns, rounds, false);
			}
			starts[count] = out.length() + 1;
			return { text: out.take(), starts };
		},
		own: (of, teamId, place) => {
			writeRow(out, recordsOf(of, of.earlier, [teamId]), 0, place + 1, of.columns, counted(of), true);
			return out.take();
		},
	};
}
