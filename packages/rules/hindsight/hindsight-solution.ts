import { NOBODY, type PlayerId } from "../ids.ts";
import type { Lineup, PlayersByLine, SlotArea } from "../lineup/lineup.ts";
import { listFieldIds } from "../lineup/slots.ts";
import { type Line, mapLines } from "../player.ts";
import type { HindsightInput, HindsightModel } from "./hindsight-model.ts";

/** Reads the line-up from a solution of `buildHindsightModel`, `values` by variable; lines are sorted by points. */
export function parseHindsightSolution(
	{ pool }: Pick<HindsightInput, "pool">,
	{ choices }: HindsightModel,
	values: readonly number[],
): Lineup {
	const byId = new Map(pool.map((candidate) => [candidate.player.id, candidate]));
	const getPoints = (id: PlayerId) => byId.get(id)?.points ?? 0;
	const chosen = choices.filter((_, variable) => Math.round(values[variable] ?? 0) === 1);
	const listInSlots = (area: SlotArea, line: Line | null): PlayerId[] =>
		chosen
			.flatMap((choice) =>
				choice.role === "slot" && choice.area === area && choice.line === line ? [choice.playerId] : [],
			)
			.toSorted((a, b) => getPoints(b) - getPoints(a) || a - b);
	const listByLine = (area: SlotArea): PlayersByLine => mapLines((line) => listInSlots(area, line));
	const [utilityId = NOBODY] = listInSlots("utility", null);
	const roles = { utilityId, captainId: NOBODY, viceCaptainId: NOBODY, emergency: [] };
	const team: Lineup = { field: listByLine("field"), bench: listByLine("bench"), ...roles };
	const onField = listFieldIds(team);
	const captain = chosen.find(({ role }) => role === "captain");
	const didNotPlay = onField.filter((id) => byId.get(id)?.hasPlayed === false);
	const [captainId = NOBODY, viceCaptainId = NOBODY] =
		captain && "playerId" in captain
			? [captain.playerId, ...onField.filter((id) => id !== captain.playerId)]
			: didNotPlay;
	const emergency = chosen.flatMap((choice) => (choice.role === "cover" ? [choice.playerId] : []));
	return { ...team, captainId, viceCaptainId, emergency };
}
