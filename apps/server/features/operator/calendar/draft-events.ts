import type { AutomaticEvent } from "@first-bounce/contract/operator/calendar";
import { WEEK_MS } from "@first-bounce/rules/durations";
import { getFirstLockTime } from "@first-bounce/rules/lockout/lockout";
import { findRound } from "@first-bounce/rules/round/round";
import { listScheduledDrafts } from "../../leagues/draft/maintenance.ts";
import { listRunTimes } from "../../leagues/draft/waivers/run-waivers.ts";
import type { SeasonSnapshot } from "../../seasons/current/season-snapshot.ts";
import type { OperatorServices } from "../services.ts";
import { createEvent } from "./create-event.ts";
import { listKeeperDeadlines, listTradeDeadlines } from "./queries.ts";

type Services = Pick<OperatorServices, "db" | "clocks">;

/** Lists when drafts start and choices of keepers end this week, at wall-clock time. */
export async function listDraftDeadlines({ db, clocks }: Services, season: SeasonSnapshot): Promise<AutomaticEvent[]> {
	const until = clocks.wallNow() + WEEK_MS;
	const scheduled = await listScheduledDrafts(db, season.seasonId, until);
	const keepers = await listKeeperDeadlines(db, season.seasonId, until);
	const starts = [...Map.groupBy(scheduled, ({ startsAt }) => startsAt.getTime())].map(([at, drafts]) => ({
		...createEvent("drafts", null, at),
		drafts: drafts.length,
	}));
	const deadlines = keepers.map(({ dueAt, leagues }) => ({
		...createEvent("keepers", null, dueAt.getTime()),
		leagues,
	}));
	return [...starts, ...deadlines].toSorted((a, b) => String(a.at).localeCompare(String(b.at)));
}

/** Lists the waiver runs and the ends of trading of draft leagues, in season time. */
export async function listDraftSeasonEvents(services: Services, season: SeasonSnapshot): Promise<AutomaticEvent[]> {
	const deadlines = await listTradeDeadlines(services.db, season.seasonId);
	const trades = deadlines.flatMap(({ roundId, leagues }): AutomaticEvent[] => {
		const round = findRound(season.rounds, roundId);
		const at = round ? getFirstLockTime(round) : null;
		return at === null ? [] : [{ ...createEvent("trade-deadline", roundId, at), leagues }];
	});
	const runs = (await listRunTimes(services, season)).map(({ roundId, dueAt, leagues }) => ({
		...createEvent("waivers", roundId, dueAt),
		leagues,
	}));
	return [...runs, ...trades];
}
