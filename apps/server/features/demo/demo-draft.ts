import { newDraftSettings } from "@first-bounce/contract/draft/draft-settings";
import { newLeagueSettings } from "@first-bounce/contract/leagues/league-settings";
import { DAY_MS } from "@first-bounce/rules/durations";
import type { UserId } from "@first-bounce/rules/ids";
import { createLeagueInTransaction } from "../leagues/create-league.ts";
import { findUpcomingRound } from "../leagues/draft/draft-players.ts";
import { fillAndOrder } from "../leagues/draft/mock-drafts.ts";
import { type DraftServices, loadLockedDraft } from "../leagues/draft/room.ts";
import { findLeague } from "../leagues/league-queries.ts";
import { deleteOldDraftLeague, listDraftLeagues } from "./queries.ts";

const NAME = "Draft Night";
const SIZE = 6;
const ROBOTS = ["Clearance Queens", "Torp From Fifty", "Goal Sneaks", "The Spoilers", "Boundary Riders"];
/** All visitors share an account, whose leagues are listed on one page. */
const MAX_LEAGUES = 12;
const MIN_AGE_MS = DAY_MS;

/** Creates a league in which everything is ready but the start, which the demo manager makes. */
function createDraftLeague(
	services: DraftServices,
	managerId: UserId,
	{ name, startId }: { readonly name: string; readonly startId: number },
): Promise<number> {
	const season = services.seasons.current();
	const draft = newDraftSettings.parse({});
	const settings = newLeagueSettings.parse({ class: "draft", type: "h2h", size: SIZE, draft });
	return createLeagueInTransaction(services, managerId, { ...settings, name, startId }, async (trx, id) => {
		const league = await findLeague(trx, managerId, season.seasonId, id);
		if (!league) throw new Error(`League ${id} is gone`);
		const now = services.clocks.seasonNow();
		const locked = { trx, league, season, now, hasStarted: false, isUserActive: true };
		await fillAndOrder(await loadLockedDraft(services, locked), managerId, { names: ROBOTS });
		return id;
	});
}

/**
 * Returns a function that gets a draft league of the demo that waits for its start, creating one if there is none. Visitors
 * who want to draft each get another one. Null once no round is left.
 */
export function createDraftLeagues(services: DraftServices) {
	const { db, seasons, clocks } = services;
	const taken = new Set<number>();
	let last: Promise<unknown> = Promise.resolve();

	const get = async (managerId: UserId, isTaken: boolean): Promise<number | null> => {
		const season = seasons.current();
		const startId = findUpcomingRound(season, clocks.seasonNow());
		if (startId === null) return null;
		const leagues = await listDraftLeagues(db, season.seasonId, managerId);
		const waiting = leagues.filter(({ isReady }) => isReady);
		const free = waiting.find(({ id }) => !taken.has(id));
		if (!free && leagues.length >= MAX_LEAGUES)
			await deleteOldDraftLeague(db, season.seasonId, managerId, new Date(clocks.wallNow() - MIN_AGE_MS));
		const isFull = leagues.length >= 2 * MAX_LEAGUES;
		const name = leagues.length === 0 ? NAME : `${NAME} ${leagues.length + 1}`;
		const id =
			free?.id ??
			(isFull ? waiting[0]?.id : undefined) ??
			(await createDraftLeague(services, managerId, { name, startId }));
		if (isTaken) taken.add(id);
		return id;
	};
	/** One after the other, so that two visitors do not get the same league. */
	return (managerId: UserId, isTaken: boolean): Promise<number | null> => {
		const done = last.then(() => get(managerId, isTaken));
		last = done.catch(() => undefined);
		return done;
	};
}
