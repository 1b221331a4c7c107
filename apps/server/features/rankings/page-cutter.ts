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

export interface CutPage {
	/** Rows as JSON with commas between, and where each begins. */
	readonly text: string;
	readonly starts: readonly number[];
	/** The place of the first row, which is the last one of an ascending page. */
	readonly from: number;
}

export interface PageCutter {
	/** Numbers the rows of a page: asc turns the rows round, not the ranks (decisions §3). */
	readonly page: (of: Cutting, direction: Direction, page: number, limit: number) => CutPage;
	/** One row, marked as the reader's own. */
	readonly own: (of: Cutting, teamId: TeamId, place: number) => string;
}

const COMMA = pieceOf(",");

/** Writes rows of the rankings as JSON. */
export function createPageCutter(): PageCutter {
	const out = createJsonWriter();
	const counted = ({ view }: Cutting) => ({ from: 1, to: view.roundId ?? 0 });

	return {
		page: (of, direction, page, limit) => {
			const { set, records, columns } = of;
			const first = direction === "asc" ? set.length - page * limit : (page - 1) * limit;
			const from = Math.max(0, first);
			const end = Math.max(from, Math.min(set.length, first + limit));
			// What is said of ten teams lies anywhere: asked for together, it comes together.
			for (let place = from; place < end; place++) {
				const row = records.at(place);
				columns.fetch(row.records[row.from + TEAM] ?? 0);
			}
			const starts: number[] = [];
			for (let index = 0; index < end - from; index++) {
				const place = direction === "asc" ? end - 1 - index : from + index;
				if (index > 0) out.text(COMMA);
				starts.push(out.length());
				const row = records.at(place);
				writeRow(out, row.records, row.from, place + 1, columns, counted(of), false);
			}
			return { text: out.take(), starts, from };
		},
		own: (of, teamId, place) => {
			writeRow(out, recordsOf(of, of.earlier, [teamId]), 0, place + 1, of.columns, counted(of), true);
			return out.take();
		},
	};
}
