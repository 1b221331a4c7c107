import type { Lineup } from "@first-bounce/rules/lineup/lineup";
import { buildLineupFromIds, listSlots } from "@first-bounce/rules/lineup/slots";
import type { Player } from "@first-bounce/rules/player";
import type { SeasonRules } from "@first-bounce/rules/season-rules/season-rules";
import { buildPlayer, buildSeason, createPlayerLookup, type TestSeason } from "./season-builder.ts";

/**
 * The team that most tests start from. Ids follow the slots: 1–5 DEF, 6–10 MID, 11 RUC, 12–16 FWD on field;
 * 17 DEF, 18 MID, 19 RUC, 20 FWD on the bench; 21 MID as utility. 6 is captain, 12 vice captain, 17–20 emergencies.
 */
export const PLAIN_LINEUP: Lineup = buildLineupFromIds(
	Array.from({ length: 21 }, (_, slot) => slot + 1),
	buildSeason().rules,
	{ captainId: 6, viceCaptainId: 12, emergency: [17, 18, 19, 20] },
);

/**
 * The small season with the plain team's players, each with only her slot's position, in club 5 (whose match is the
 * second of round 2) and at $500,000. `details` changes players by id and adds others.
 */
export function buildPlainSeason(
	details: Readonly<Record<number, Partial<Omit<Player, "id">>>> = {},
	rules: Partial<SeasonRules> = {},
): TestSeason {
	const season = buildSeason(rules);
	const slotPlayers = listSlots(season.rules).map((slot, index) =>
		buildPlayer(index + 1, { squadId: 5, position: [slot.line ?? "MID"], ...details[index + 1] }),
	);
	const others = Object.entries(details)
		.filter(([id]) => Number(id) > slotPlayers.length)
		.map(([id, player]) => buildPlayer(Number(id), { squadId: 5, ...player }));
	const players = [...slotPlayers, ...others];
	return { ...season, players, lookup: createPlayerLookup(players) };
}
