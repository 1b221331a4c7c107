import type { ShownTeam } from "@first-bounce/contract/team/team";
import type { UserId } from "@first-bounce/rules/ids";
import type { Pool } from "pg";
import type { Db } from "../../db/tables/tables.ts";
import type { SeasonHolder } from "../seasons/current/season-holder.ts";
import type { Clocks, SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import type { ActionStore } from "./actions/action-store.ts";
import type { TeamQueue } from "./actions/team-queue.ts";
import type { Solver } from "./autofill/solver.ts";
import { ensureTeam, type FindTeam } from "./team-queries.ts";
import type { TeamRow } from "./team-row.ts";
import { isRollbackAvailable } from "./team-state.ts";
import { buildTeamView, type LiveTeamPoints } from "./team-view.ts";

export interface TeamServices {
	readonly db: Db;
	readonly pool: Pool;
	readonly seasons: Pick<SeasonHolder, "current" | "peek" | "refresh">;
	readonly clocks: Clocks;
	readonly solver: Solver;
	readonly queue: TeamQueue;
	readonly findTeam: FindTeam;
	/** Like `findTeam`, but on the read standby if there is one, for complete rounds: the data may be three seconds old. */
	readonly findTeamOnStandby: FindTeam;
	readonly store: ActionStore;
	/** Gets a team's points in the round that is being played; null without such a round. */
	readonly getLivePoints: (teamId: number) => LiveTeamPoints | null;
	/** Called after an action on a team was committed. */
	readonly onSaved: (teamId: number) => void;
}

/** A team with the season snapshot that was loaded before it. So the team is never older than the snapshot. */
export interface LoadedTeam {
	readonly row: TeamRow;
	readonly season: SeasonSnapshot;
}

/** Finds any user's team of the current season; null if the user has none. */
export async function findUserTeam({ findTeam, seasons }: TeamServices, userId: UserId): Promise<LoadedTeam | null> {
	const season = seasons.current();
	const row = await findTeam({ seasonId: season.seasonId, userId });
	return row ? { row, season } : null;
}

export interface Manager {
	readonly userId: UserId;
}

/** Loads the signed-in user's team, and creates it for users who registered before the current season opened. */
export async function loadTeam(services: TeamServices, { userId }: Manager): Promise<LoadedTeam> {
	const season = services.seasons.current();
	const existing = await findUserTeam(services, userId);
	if (existing) return existing;
	await ensureTeam(services.db, season.seasonId, userId);
	const created = await findUserTeam(services, userId);
	if (!created) throw new Error(`User ${userId} has no team`);
	return created;
}

/** Builds the team as its owner sees it, and whether it can be rolled back now. */
export function buildShownTeam(
	row: TeamRow,
	season: SeasonSnapshot,
	{ clocks, getLivePoints }: TeamServices,
): ShownTeam {
	const now = clocks.seasonNow();
	return {
		team: buildTeamView(row, season, getLivePoints(row.id), now),
		rollbackAvailable: isRollbackAvailable(row, season, now),
	};
}
