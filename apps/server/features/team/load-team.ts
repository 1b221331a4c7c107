import type { ShownTeam } from "@first-bounce/contract/team/team";
import type { UserId } from "@first-bounce/rules/ids";
import type { Kysely } from "kysely";
import type { Pool } from "pg";
import type { Tables } from "../../db/tables/tables.ts";
import type { SeasonHolder } from "../seasons/current/season-holder.ts";
import type { Clocks, SeasonSnapshot } from "../seasons/current/season-snapshot.ts";
import type { ActionStore } from "./actions/action-store.ts";
import type { TeamQueue } from "./actions/team-queue.ts";
import type { Solver } from "./autofill/solver.ts";
import { ensureTeam } from "./found-team.ts";
import type { FindTeam } from "./queries.ts";
import type { TeamRow } from "./team-row.ts";
import { isRollbackAvailable } from "./team-state.ts";
import { buildTeamView, type LiveTeamPoints } from "./team-view.ts";

export interface TeamServices {
	readonly db: Kysely<Tables>;
	readonly pool: Pool;
	readonly seasons: Pick<SeasonHolder, "current" | "peek" | "refresh">;
	readonly clocks: Clocks;
	readonly solver: Solver;
	readonly queue: TeamQueue;
	readonly findTeam: FindTeam;
	readonly store: ActionStore;
	/** A team's points of the round that plays. */
	readonly livePoints: (teamId: number) => LiveTeamPoints | null;
	/** Told after a line-up was committed. */
	readonly onSaved: (teamId: number) => void;
}

/** A team, and the season this process knew when it was read: never a newer one. */
export interface LoadedTeam {
	readonly row: TeamRow;
	readonly season: SeasonSnapshot;
}

/** Any user's team of the current season; null for one who has none. */
export async function findUserTeam({ findTeam, seasons }: TeamServices, userId: UserId): Promise<LoadedTeam | null> {
	const season = seasons.current();
	const row = await findTeam({ seasonId: season.seasonId, userId });
	return row ? { row, season } : null;
}

/** Who acts on her team. */
export interface Manager {
	readonly userId: UserId;
}

/** The signed-in user's team. The first look in a season that opened after she registered founds it. */
export async function loadTeam(services: TeamServices, { userId }: Manager): Promise<LoadedTeam> {
	const season = services.seasons.current();
	const found = await findUserTeam(services, userId);
	if (found) return found;
	await ensureTeam(services.db, season.seasonId, userId);
	const founded = await findUserTeam(services, userId);
	if (!founded) throw new Error(`User ${userId} has no team`);
	return founded;
}

/** The team as its owner sees it, and whether it could be rolled back now. */
export function buildShownTeam(row: TeamRow, season: SeasonSnapshot, { clocks, livePoints }: TeamServices): ShownTeam {
	const now = clocks.seasonNow();
	return {
		team: buildTeamView(row, season, livePoints(row.id), now),
		rollbackAvailable: isRollbackAvailable(row, season, now),
	};
}
