import { expect, test } from "vitest";
import { arrangeLineup } from "../coach/arrange-lineup.ts";
import { NOBODY } from "../ids.ts";
import { buildLineupFromIds } from "../lineup/slots.ts";
import type { Line, Player } from "../player.ts";
import { DEFAULT_SEASON_RULES } from "../season-rules/season-rules.ts";
import { applyDraftRules } from "./squad-rules.ts";

const SQUAD = {
	field: { DEF: 1, MID: 1, RUC: 0, FWD: 1 },
	bench: { DEF: 1, MID: 0, RUC: 0, FWD: 0 },
	utilityScores: false,
	limits: { DEF: 2, MID: 2, RUC: 1, FWD: 2 },
};
const rules = applyDraftRules(DEFAULT_SEASON_RULES, { squad: SQUAD, captainDoubled: true });
const POSITIONS: Readonly<Record<number, readonly Line[]>> = { 1: ["DEF"], 2: ["DEF", "MID"], 3: ["FWD"], 4: ["FWD"] };
const POINTS: Readonly<Record<number, number>> = { 1: 50, 2: 40, 3: 30, 4: 35 };
const getPlayer = (id: number) =>
	POSITIONS[id] ? ({ id, name: "", squadId: 1, cost: 0, position: POSITIONS[id] } satisfies Player) : undefined;

test("a player of the bench fills an empty place on field [D2.9.561]", () => {
	const context = {
		rules,
		getPlayer,
		isLocked: (id: number) => id === 3,
		getExpectedPoints: (id: number) => POINTS[id] ?? 0,
		getStartTime: () => 0,
	};
	// Nobody plays midfield, and 3 is locked on field: 2 moves up from the bench, and 4 stays in the utility.
	const lineup = buildLineupFromIds([1, NOBODY, 3, 2, 4], rules, {
		captainId: 1,
		viceCaptainId: 3,
		emergency: [2],
	});
	const arranged = arrangeLineup(lineup, context);
	expect([arranged.field, arranged.bench.DEF, arranged.utilityId]).toEqual([
		{ DEF: [1], MID: [2], RUC: [], FWD: [3] },
		[NOBODY],
		4,
	]);
	expect([arranged.captainId, arranged.emergency]).toEqual([1, []]);
});
