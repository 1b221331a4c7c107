import type { AutomaticEvent } from "@first-bounce/contract/operator/calendar";
import { getOpenRoundId, listComingRuns } from "@first-bounce/rules/draft/waiver-runs";
import { WEEK_MS } from "@first-bounce/rules/durations";
import { getFirstLockTime } from "@first-bounce/rules/lockout/lockout";
import { listScheduledDrafts } from "../../leagues/draft/maintenance.ts";
import { listRunGroups } from "../../leagues/draft/waivers/queries.ts";
import { buildSchedule } from "../../leagues/draft/waivers/waivers.ts";
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

/** Lists the waiver runs before the open round, leagues with the same time together. */
async function listRuns({ db }: Services, season: SeasonSnapshot): Promise<AutomaticEvent[]> {
	const roundId = getOpenRoundId({ rounds: season.rounds, startRoundId: 0 });
	const leaguesByTime = new Map<number, number>();
	for (const group of await listRunGroups(db, season.seasonId, roundId)) {
		const happened = group.hasFirst ? [{ roundId, run: "first" as const }] : [];
		for (const { dueAt } of listComingRuns(buildSchedule(season, group), happened))
			leaguesByTime.set(dueAt, (leaguesByTime.get(dueAt) ?? 0) + group.leagueIds.length);
	}
	return [...leaguesByTime].map(([dueAt, leagues]) => ({ ...createEvent("waivers", roundId, dueAt), leagues }));
}

/** Lists the waiver runs and the ends of trading of draft leagues, in season time. */
export async function listDraftSeasonEvents(services: Services, season: SeasonSnapshot): Promise<AutomaticEvent[]> {
	const deadlines = await listTradeDeadlines(services.db, season.seasonId);
	const trades = deadlines.flatMap(({ roundId, leagues }): AutomaticEvent[] => {
		const round = season.rounds.find(({ id }) => id === roundId);
		const at = round ? getFirstLockTime(round) : null;
		return at === null ? [] : [{ ...createEvent("trade-deadline", roundId, at), leagues }];
	});
	return [...(await listRuns(services, season)), ...trades];
}
