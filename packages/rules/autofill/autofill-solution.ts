import { EMPTY_SLOT, type PlayerId, type Points } from "../ids.ts";
import { isEmptySlot, type Lineup, type PlayersByLine, type SlotArea } from "../lineup/lineup.ts";
import { listBenchIds, listFieldIds } from "../lineup/slots.ts";
import type { Line } from "../player.ts";
import { accept, type Ruling } from "../violation.ts";
import type { AutofillInput, AutofillModel } from "./autofill-model.ts";

/**
 * Turns a solution of `buildAutofillModel` into a line-up. Within a line, empty slots are filled from the left, most
 * projected points first. A missing vice captain becomes the best unlocked player on field. New bench players become
 * emergencies; on a first save without emergencies, the whole bench does.
 *
 * @param values one per variable of the program; null if it has no solution (violation `not-enough-salary-to-fill`)
 */
export function parseAutofillSolution(
	input: AutofillInput,
	{ choices }: AutofillModel,
	values: readonly number[] | null,
): Ruling<Lineup> {
	if (values === null) return { ok: false, violations: [{ code: "not-enough-salary-to-fill" }] };
	const byId = new Map(input.pool.map((each) => [each.player.id, each]));
	const projected = (id: PlayerId): Points => byId.get(id)?.projected ?? 0;
	const bestFirst = (a: PlayerId, b: PlayerId) => projected(b) - projected(a) || a - b;
	const chosen = choices.filter((_, variable) => Math.round(values[variable] ?? 0) === 1);

	const listAdditions = (area: SlotArea, line: Line | null): PlayerId[] =>
		chosen
			.flatMap((choice) =>
				choice.role === "place" && choice.area === area && choice.line === line ? [choice.playerId] : [],
			)
			.toSorted(bestFirst);
	const fill = (area: "field" | "bench", players: PlayersByLine): PlayersByLine => {
		const fillLine = (line: Line) => {
			const additions = listAdditions(area, line);
			return players[line].map((id) => (isEmptySlot(id) ? (additions.shift() ?? EMPTY_SLOT) : id));
		};
		return { DEF: fillLine("DEF"), MID: fillLine("MID"), RUC: fillLine("RUC"), FWD: fillLine("FWD") };
	};

	const before = input.lineup;
	const [newUtilityId = EMPTY_SLOT] = listAdditions("utility", null);
	const field = fill("field", before.field);
	const bench = fill("bench", before.bench);
	const utilityId = isEmptySlot(before.utilityId) ? newUtilityId : before.utilityId;
	const filled: Lineup = { ...before, field, bench, utilityId };
	const bestOnField = (other: PlayerId): PlayerId =>
		listFieldIds(filled)
			.filter((id) => id !== other && !byId.get(id)?.locked)
			.toSorted(bestFirst)[0] ?? EMPTY_SLOT;
	const captainId = isEmptySlot(before.captainId) ? bestOnField(before.viceCaptainId) : before.captainId;
	const viceCaptainId = isEmptySlot(before.viceCaptainId) ? bestOnField(captainId) : before.viceCaptainId;
	const benchBefore = listBenchIds(before);
	const useWholeBench = input.firstSave && before.emergency.length === 0;
	const emergency = listBenchIds(filled)
		.filter((id) => useWholeBench || before.emergency.includes(id) || !benchBefore.includes(id))
		.slice(0, input.rules.emergencies);
	return accept({ ...filled, captainId, viceCaptainId, emergency });
}
