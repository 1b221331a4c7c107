import { type AutomaticEvent, showCalendar } from "@first-bounce/contract/operator/calendar";
import { showOverview } from "@first-bounce/contract/operator/operator";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeApi, file, success } from "../../../../../testing/web/fake-api.ts";
import { buildSeasonFiles, buildSquad } from "../../../../../testing/web/player-season.ts";
import { QUIET_OVERVIEW } from "../../../../../testing/web/quiet-overview.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { useOperatorTexts } from "../use-operator-texts.ts";
import { CalendarSection } from "./calendar.tsx";

const Calendar = () => {
	useOperatorTexts();
	return <CalendarSection />;
};

const files = buildSeasonFiles(buildSquad());
const STATIC_FILES = {
	"/json/fantasy/season.json": () => file(files.season),
	"/json/fantasy/squads.json": () => file(files.squads),
	"/json/fantasy/players.json": () => file(files.players),
	"/json/fantasy/rounds.json": () => file(files.rounds),
};

test("each task links to its page, and draws are listed (D2.9.69)", async () => {
	const kinds = [
		"decisions",
		"feed-refused",
		"matches-differ",
		"late-matches",
		"matches-without-stats",
		"held",
		"publish",
		"winners",
		"draft-leagues-late",
		"fetch-again",
		"close",
		"begin",
	] as const;
	const waiting = {
		quarantined: 1,
		faultyLines: 2,
		lateCorrections: 3,
		announcedStarts: 4,
		failedMails: 5,
		dueMails: 0,
		failedJobs: 6,
		reportedAnnouncements: 7,
		openMessages: 8,
	};
	const draws: AutomaticEvent = {
		kind: "draws",
		at: "2026-09-12T05:00:00.000Z",
		roundId: 2,
		match: null,
		minutes: null,
		managers: null,
		drafts: null,
		leagues: null,
	};
	fakeApi({
		...STATIC_FILES,
		"/operator/overview": () => success(showOverview, { ...QUIET_OVERVIEW, waiting }),
		"/operator/calendar": () =>
			success(showCalendar, {
				season: { id: 1, name: "Test" },
				automaticEvents: [
					draws,
					{ ...draws, kind: "waivers", leagues: 3 },
					{ ...draws, kind: "trade-deadline", leagues: 1 },
					{ ...draws, kind: "keepers", roundId: null, leagues: 2 },
				],
				tasks: kinds.map((kind) => ({ kind, count: 1, roundId: 2 })),
				steps: [],
				rounds: [],
			}),
	});
	renderAt("/operator/calendar", <Calendar />);
	const tasks = (await screen.findByRole("heading", { name: "To do" })).closest("section");
	const links = [...(tasks?.querySelectorAll("li") ?? [])].map((item) => item.querySelector("a"));
	expect(links.map((link) => `${link?.textContent} ${link?.getAttribute("href")}`)).toEqual([
		"1 open question about the fetched season /operator/seasons",
		"1 feed that refuses to answer /operator/feeds",
		"1 match of round 2 that the provider has otherwise: see Match day /operator/rounds",
		"1 match of round 2 that should be over: move, abandon or complete it /operator/rounds",
		"1 match of round 2 without stats: enter them /operator/corrections",
		"1 round on hold: release it /operator/rounds",
		"1 round to publish: it is not published automatically /operator/prices",
		"1 winner to notify /operator/winners",
		"1 draft league with an overdue draft or waiver run /operator/draft-leagues",
		"1 day since the season was fetched: fetch it again and see what has changed /operator/seasons",
		"1 season that is over: close it /operator/seasons",
		"1 imported season to start /operator/seasons",
		"1 payload in quarantine /operator/feeds",
		"2 faulty stat lines /operator/feeds",
		"3 published matches whose stats have changed /operator/corrections",
		"4 matches with a different start time in the feed /operator/feeds",
		"7 reported posts /operator/moderation",
		"8 messages from the contact form to answer /operator/messages",
		"5 failed emails /operator/outbox",
		"6 failed jobs /operator/outbox",
	]);
	for (const text of [
		"Round 2 starts: match-ups of new leagues are drawn, and the cup if it is due",
		"Waivers of 3 draft leagues run, before round 2",
		"Round 2 starts: trading ends in 1 draft league",
		"The choice of keepers ends in 2 leagues",
	])
		expect(screen.getByText(text)).toBeDefined();
});
