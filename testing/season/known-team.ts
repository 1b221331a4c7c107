import type { PlayerId } from "@first-bounce/rules/ids";
import type { Client, TestApp } from "../server/test-app.ts";
import { type SeededTeam, type SmallSeason, seedTeam } from "./small-season.ts";

/**
 * A team of the small season that tests can name. In round 2 squads 13 and 14 play first, 11 and 12 have a bye and
 * lock with them, 15 and 16 play a day later: players below 1049 are `early`, the others `late`. 1001 is captain,
 * 1002 vice captain, all of the bench are emergencies.
 */
export const KNOWN_TEAM: readonly PlayerId[] = [
	1001, 1002, 1025, 1049, 1050, 1005, 1006, 1029, 1053, 1054, 1056, 1010, 1011, 1034, 1058, 1059, 1051, 1055, 1057,
	1060, 1061,
];
export const CAPTAIN = 1001;
export const VICE_CAPTAIN = 1002;
/** Defenders on field and bench whose squad plays last. */
export const LATE_DEFENDERS = [1049, 1050] as const;
export const BENCHED = { DEF: 1051, MID: 1055, RUC: 1057, FWD: 1060 } as const;
/** Late players who are not in the team. */
export const LATE_FREE = { DEF: 1062, DEF_MID: 1052, MID: 1065, RUC: 1068, FWD: 1070 } as const;
/** Early players who are not in the team. */
export const EARLY_FREE = { DEF: 1026, MID: 1030 } as const;

export const getCost = ({ players }: SmallSeason, id: PlayerId): number =>
	players.find((player) => player.id === id)?.cost ?? 0;

/** Sums the prices of a line-up. */
export const computeLineupCost = (season: SmallSeason, ids: readonly PlayerId[]): number =>
	ids.reduce((sum, id) => sum + getCost(season, id), 0);

export interface KnownTeamManager extends SeededTeam {
	readonly client: Client;
}

/** Creates a signed-in manager of the known team, with a million to spend by default. */
export async function createKnownManager(
	app: TestApp,
	team: Partial<Parameters<typeof seedTeam>[2]> = {},
): Promise<KnownTeamManager> {
	const seeded = await seedTeam(app.database.db, app.season, { slots: KNOWN_TEAM, bank: 1_000_000, ...team });
	return { ...seeded, client: app.as(await app.getToken(seeded.userId)) };
}
