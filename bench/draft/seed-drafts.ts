import { newDraftSettings } from "@first-bounce/contract/draft/draft-settings";
import { newLeagueSettings } from "@first-bounce/contract/leagues/league-settings";
import { chooseAutopick, NO_PREFERENCES } from "@first-bounce/rules/draft/autopick";
import type { DraftPick } from "@first-bounce/rules/draft/draft-board";
import { listTurns } from "@first-bounce/rules/draft/draft-order";
import { getSquadPreset, getSquadSize } from "@first-bounce/rules/draft/squad-rules";
import type { PlayerId, UserId } from "@first-bounce/rules/ids";
import pLimit from "p-limit";
import type { Database } from "../../apps/server/db/open.ts";
import { createLeagueInTransaction } from "../../apps/server/features/leagues/create-league.ts";
import { findUpcomingRound, listDraftPlayers } from "../../apps/server/features/leagues/draft/draft-players.ts";
import { listSeats } from "../../apps/server/features/leagues/draft/queries.ts";
import { setOrder } from "../../apps/server/features/leagues/draft/settings.ts";
import { joinLeague } from "../../apps/server/features/leagues/members/membership.ts";
import type { LoadAccount } from "../../apps/server/features/load-test/accounts-file.ts";
import { createSeasonClocks } from "../../apps/server/features/seasons/current/season-clock.ts";
import { createSeasonHolder } from "../../apps/server/features/seasons/current/season-holder.ts";
import type { SeasonSnapshot } from "../../apps/server/features/seasons/current/season-snapshot.ts";

export const TEAMS = 10;
const NO_LISTENER = { on: () => () => false, close: async () => undefined };

/** A league whose draft waits for its start. */
export interface SeededDraft {
	readonly leagueId: number;
	/** In the order of the first round. */
	readonly members: readonly { readonly token: string; readonly teamId: number }[];
}

/** Lists a legal draft in which every team takes the best player. The server's autopick would take the same players. */
export function listScript(season: SeasonSnapshot): readonly PlayerId[] {
	const rules = getSquadPreset(TEAMS);
	const order = Array.from({ length: TEAMS }, (_, index) => index + 1);
	const players = listDraftPlayers(season, []);
	let picks: DraftPick[] = listTurns(order, getSquadSize(rules), "snake").map((turn) => ({
		...turn,
		teamId: turn.originalTeamId,
		playerId: null,
		isSkipped: false,
	}));
	const script: PlayerId[] = [];
	for (const { overall, teamId } of picks) {
		const playerId = chooseAutopick({ picks, players, rules }, teamId, NO_PREFERENCES);
		if (playerId === null) throw new Error(`Pick ${overall} has no legal player`);
		script.push(playerId);
		picks = picks.map((pick) => (pick.overall === overall ? { ...pick, playerId } : pick));
	}
	return script;
}

/** Creates draft leagues of ten managers each, and the players whom they are to pick. */
export async function seedDrafts({ db, pool }: Database, accounts: readonly LoadAccount[], pickSeconds: number) {
	const seasons = await createSeasonHolder(db, NO_LISTENER);
	const clocks = await createSeasonClocks(db, NO_LISTENER, Date.now);
	const services = { db, seasons, clocks };
	const season = seasons.current();
	const startId = findUpcomingRound(season, clocks.seasonNow()) ?? season.rules.lastRound;
	const { rows } = await pool.query<{ id: number; user_id: UserId }>("SELECT id, user_id FROM teams");
	const userIds = new Map(rows.map(({ id, user_id }) => [id, user_id]));
	const draft = newDraftSettings.parse({ pickTurnTime: pickSeconds });
	const settings = newLeagueSettings.parse({ class: "draft", type: "h2h", size: TEAMS, draft });

	const seedDraft = async (number: number): Promise<SeededDraft> => {
		const own = accounts.slice(number * TEAMS, (number + 1) * TEAMS);
		const users = own.map(({ teamId }) => userIds.get(teamId) ?? 0);
		const [commissioner = 0, ...others] = users;
		const form = { ...settings, name: `Draft ${number + 1}`, startId };
		const id = await createLeagueInTransaction(services, commissioner, form, async (_, leagueId) => leagueId);
		const { code } = await db.selectFrom("leagues").where("id", "=", id).select("code").executeTakeFirstOrThrow();
		for (const userId of others) await joinLeague(services, userId, code, null);
		const seats = await listSeats(db, id);
		await setOrder(services, commissioner, id, { method: "manual", teamIds: seats.map(({ team_id }) => team_id) });
		const members = seats.map(({ team_id: teamId, user_id }) => {
			const token = own[users.indexOf(user_id ?? 0)]?.token ?? "";
			return { teamId, token };
		});
		return { leagueId: id, members };
	};
	const numbers = Array.from({ length: Math.floor(accounts.length / TEAMS) }, (_, number) => number);
	const drafts = await pLimit(4).map(numbers, seedDraft);
	return { drafts, script: listScript(season) };
}
