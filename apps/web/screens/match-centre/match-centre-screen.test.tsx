import { showClock } from "@first-bounce/contract/clock";
import { showRoundPlayers } from "@first-bounce/contract/stats/match-centre";
import type { MatchEntry, MatchFile, RoundEntry } from "@first-bounce/contract/stats/static-data";
import { MINUTE_MS } from "@first-bounce/rules/durations";
import { EMPTY_STAT_LINE } from "@first-bounce/rules/scoring/stats";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { http } from "msw";
import { Route, Routes } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { fakeApi, fakeServer, file, refusal, success } from "../../../../testing/web/fake-api.ts";
import { buildPlayer, RULES } from "../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../testing/web/render-at.tsx";
import { createQueryClient } from "../../api/query-client.ts";
import { callKey } from "../../api/use-call.ts";
import { buildStaticKey } from "../../api/use-static.ts";
import { paths } from "../../app/paths.ts";
import type { RoundOwners } from "./event-model.ts";
import { MatchCentreScreen } from "./match-centre-screen.tsx";

afterEach(() => void vi.useRealTimers());

const START = Date.parse("2026-09-12T05:00:00Z");
const formatTimeAfterStart = (minutes: number) => new Date(START + minutes * MINUTE_MS).toISOString();
const PLAYERS = [
	buildPlayer(1, { lastName: "Mihalopoulos", squadId: 1, stats: { scores: {} } }),
	buildPlayer(2, { lastName: "Rowe", squadId: 2, stats: { scores: {} } }),
	buildPlayer(3, { lastName: "Late", squadId: 1, stats: { scores: {} } }),
];
const STATS = { ...EMPTY_STAT_LINE, TOG: 60 };

const match = (change: Partial<MatchEntry> = {}): MatchEntry => ({
	id: 10,
	status: "playing",
	date: formatTimeAfterStart(0),
	homeSquadId: 1,
	awaySquadId: 2,
	venue: "Oval",
	timeZone: null,
	homeScore: 34,
	awayScore: 28,
	minutes: 52,
	quarter: 3,
	clockSeconds: 760,
	isBreak: false,
	isAbandoned: false,
	reportedAt: formatTimeAfterStart(60),
	...change,
});
const round = (change: Partial<RoundEntry> = {}): RoundEntry => ({
	id: 1,
	status: "playing",
	startDate: formatTimeAfterStart(0),
	endDate: formatTimeAfterStart(0),
	isGrandFinal: false,
	theme: null,
	magicNumber: null,
	isHeld: false,
	byeSquads: [],
	tournaments: [match()],
	...change,
});
const buildEvent = (
	number: number,
	change: Partial<MatchFile["events"][number]> = {},
): MatchFile["events"][number] => ({
	number,
	playerId: 1,
	changes: [{ stat: "G", count: 1, points: 6 }],
	points: 6,
	score: 54,
	isCorrection: false,
	quarter: 3,
	clockSeconds: 745,
	at: formatTimeAfterStart(60),
	...change,
});
const matchFile = (events: MatchFile["events"] = [buildEvent(1)]): MatchFile => ({
	id: 10,
	roundId: 1,
	lines: [
		{ playerId: 1, squadId: 1, points: 54, stats: { ...STATS, K: 12, G: 3 } },
		{ playerId: 2, squadId: 2, points: -3, stats: { ...STATS, FA: 1 } },
	],
	events,
});
const owners: RoundOwners = {
	own: { fieldIds: [1, 3], benchIds: [], captainId: 1, viceCaptainId: 3 },
	opponents: [
		{
			leagueId: 3,
			team: null,
			leagueName: "Two of us",
			index: 0,
			teamName: "Blake's own",
			fieldIds: [2],
			benchIds: [],
			captainId: 2,
			viceCaptainId: 0,
		},
	],
	leaguePlayerIds: [1, 2, 3],
};

interface Shown {
	readonly rounds?: readonly RoundEntry[];
	readonly match?: MatchFile | null;
	readonly owners?: RoundOwners | null;
	readonly path?: string;
	readonly now?: number;
	readonly players?: typeof PLAYERS;
}

function open({
	rounds = [round()],
	match: shown = matchFile(),
	owners: shownOwners = owners,
	path = "/match-centre",
	now = 61,
	players = PLAYERS,
}: Shown = {}) {
	fakeApi({
		"/json/fantasy/season.json": () => file({ id: 1, name: "2026", isDemo: false, rules: RULES }),
		"/json/fantasy/squads.json": () =>
			file([1, 2, 3].map((id) => ({ id, name: `Club ${id}`, abbreviation: `C${id}`, imageVersion: 0 }))),
		"/json/fantasy/players.json": () => file(players),
		"/json/fantasy/rounds.json": () => file(rounds),
		"/json/fantasy/matches/10.json": () => (shown ? file(shown) : refusal(500, "broken", "Out of order")),
		"/fantasy/match-centre/1": () =>
			shownOwners ? success(showRoundPlayers, shownOwners) : refusal(500, "broken", "Out of order"),
	});
	const queryClient = createQueryClient();
	queryClient.setQueryData(callKey(showClock, {}), {
		seasonTime: formatTimeAfterStart(now),
		wallTime: formatTimeAfterStart(now),
		speed: 0,
		isDemo: false,
		playingRoundId: null,
	});
	return renderAt(
		path,
		<Routes>
			<Route path={paths.matchCentre.pattern} element={<MatchCentreScreen />} />
		</Routes>,
		queryClient,
	);
}
const findCard = (name = /Club 1 against Club 2/) => screen.findByRole("link", { name });

test("a live match shows score, quarter, clock and player counts (D1.2.131)", async () => {
	open();
	expect((await findCard()).textContent).toMatch(/C134C228Q3 12:40/);
	expect(await screen.findByText("Yours: 2 · Opponents: 1")).toBeTruthy();
	expect(screen.getByText("Live")).toBeTruthy();
});

test.each([
	["upcoming", { status: "scheduled", homeScore: null, awayScore: null, date: formatTimeAfterStart(120) }, /Sat/],
	["about to start", { status: "scheduled", homeScore: null, awayScore: null }, /About to start/],
	["at quarter time", { isBreak: true, quarter: 1 }, /Quarter time/],
	["at half-time", { isBreak: true, quarter: 2 }, /Half-time/],
	["at three-quarter time", { isBreak: true }, /Three-quarter time/],
	["after the siren, not yet final", { isBreak: true, quarter: 4 }, /Final siren/],
	["finished", { status: "complete", isBreak: true, quarter: 4 }, /Full time/],
	["abandoned", { status: "complete", isAbandoned: true }, /Abandoned/],
	["played without a clock", { clockSeconds: null }, /Q3/],
	["played without a quarter", { clockSeconds: null, quarter: null }, /52 min/],
	["delayed", { reportedAt: formatTimeAfterStart(50) }, /Q3 12:40 · delayed/],
] satisfies [string, Partial<MatchEntry>, RegExp][])("a match that is %s says so", async (_, change, label) => {
	open({ rounds: [round({ tournaments: [match(change)] })] });
	expect((await findCard()).textContent).toMatch(label);
});

test("a held round and delayed stats are explained, and byes are listed", async () => {
	const tournaments = [match({ reportedAt: formatTimeAfterStart(50) })];
	open({ rounds: [round({ isHeld: true, byeSquads: [3], tournaments })] });
	expect(await screen.findByText("This round's scores are being checked. They may still change.")).toBeTruthy();
	expect(screen.getByText("No new stats for five minutes. Scores will catch up.")).toBeTruthy();
	expect(screen.getByText("Bye: Club 3")).toBeTruthy();
});

test("an event shows player, points, stat, score, and corrections (D1.2.132, D1.9.63)", async () => {
	const kick = { stat: "K", count: -1, points: -3 };
	open({
		match: matchFile([buildEvent(1), buildEvent(2, { changes: [kick], points: -3, score: 51, isCorrection: true })]),
	});
	const feed = await screen.findByRole("region", { name: "Live feed" });
	const rows = (await within(feed).findAllByRole("listitem")).map(({ textContent }) => textContent);
	expect(rows).toEqual([
		"Mihalopoulos −3 kickQ3 12:25CorrectionYours · CScore now: 51",
		"Mihalopoulos +6 goalQ3 12:25Yours · CScore now: 54",
	]);
});

test("a match shows players by points, and those not on field (D1.2.131)", async () => {
	open({ path: "/match-centre/10" });
	const home = await screen.findByRole("region", { name: "Club 1" });
	await within(home).findByText("Yours · VC");
	expect(
		within(home)
			.getAllByRole("listitem")
			.map(({ textContent }) => textContent),
	).toEqual(["Pat MihalopoulosYours · CK 12 · G 354", "Pat LateYours · VCYet to take the field–"]);
	const away = screen.getByRole("region", { name: "Club 2" });
	expect(within(away).getByRole("listitem").textContent).toBe("Pat Rowev Blake's ownFA 1−3");
	expect(screen.getByRole("link", { name: "All matches" })).toBeTruthy();
});

test("before a match players have projections, and the feed explains itself (D1.2.131)", async () => {
	const tournaments = [
		match({ status: "scheduled", homeScore: null, awayScore: null, date: formatTimeAfterStart(120) }),
	];
	open({ path: "/match-centre/10", rounds: [round({ status: "scheduled", tournaments })] });
	const home = await screen.findByRole("region", { name: "Club 1" });
	expect(within(home).getAllByText("Projected 80")).toHaveLength(2);
	expect(await screen.findByText("Every stat that scores shows up here once the match starts.")).toBeTruthy();
});

test("the page says if there are no matches or rounds", async () => {
	const { unmount } = open({ rounds: [round({ tournaments: [] })] });
	expect(await screen.findByText("This round has no matches.")).toBeTruthy();
	unmount();
	const second = open({ rounds: [] });
	expect(await screen.findByText("No season yet")).toBeTruthy();
	second.unmount();
	open({ path: "/match-centre/99" });
	expect(await screen.findByText("Match not found")).toBeTruthy();
	expect(screen.getByRole("link", { name: "All matches" }).getAttribute("href")).toBe("/match-centre");
});

test("if something cannot be loaded, the rest is shown with retry", async () => {
	const { unmount } = open({ match: null });
	await findCard();
	expect(await screen.findByText("Some matches couldn't be loaded.", {}, { timeout: 5_000 })).toBeTruthy();
	unmount();
	open({ owners: null });
	expect(
		await screen.findByText("We couldn't load your players and your opponents'.", {}, { timeout: 5_000 }),
	).toBeTruthy();
	const feed = await screen.findByRole("region", { name: "Live feed" });
	expect(within(feed).getByText(/\+6 goal/)).toBeTruthy();
	expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});

test("new events are announced at most every 15 seconds (D1.2.133)", async () => {
	vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setInterval", "clearInterval"] });
	const { queryClient, container } = open();
	await screen.findByText(/\+6 goal/);
	const getAnnouncement = () => container.querySelector("[aria-live=polite]")?.textContent;
	expect(getAnnouncement()).toBe("");
	const show = (events: MatchFile["events"]) =>
		act(() => void queryClient.setQueryData(buildStaticKey("matches/10"), matchFile(events)));
	show([
		buildEvent(1),
		buildEvent(2, { score: 60 }),
		buildEvent(3, { score: 66 }),
		buildEvent(4, { score: 72, at: formatTimeAfterStart(61) }),
	]);
	await screen.findByText("72");
	expect(getAnnouncement()).toBe("");
	act(() => void vi.advanceTimersByTime(15_000));
	expect(getAnnouncement()).toBe("Mihalopoulos: +6 goal, now on 72. Mihalopoulos: +6 goal, now on 66. And 1 more.");
	act(() => void vi.advanceTimersByTime(15_000));
	expect(getAnnouncement()).toMatch(/^Mihalopoulos: \+6 goal, now on 72/);
});

test("before the first bounce shows fixtures, line-ups and the viewer's players", async () => {
	const upcoming = { status: "scheduled", homeScore: null, awayScore: null, date: formatTimeAfterStart(120) } as const;
	open({
		rounds: [round({ status: "scheduled", tournaments: [match(upcoming)] })],
		owners: { ...owners, own: { fieldIds: [1], benchIds: [3], captainId: 1, viceCaptainId: 3 } },
	});
	expect((await findCard()).textContent).toContain("OvalBoth line-ups are in");
	const players = within(await screen.findByRole("region", { name: "Your players" })).getAllByRole("listitem");
	expect(players.map((player) => player.textContent?.replace(/ · Sat.*$/, ""))).toEqual([
		expect.stringMatching(/MihalopoulosC.*Playing · v C2/),
		expect.stringMatching(/LateBench.*Playing · v C2/),
	]);
});

test("before the first bounce, managers without a team are asked to pick", async () => {
	const upcoming = { status: "scheduled", homeScore: null, awayScore: null, date: formatTimeAfterStart(120) } as const;
	open({
		rounds: [round({ status: "scheduled", tournaments: [match(upcoming)] })],
		owners: { own: null, opponents: [], leaguePlayerIds: [] },
	});
	expect(await screen.findByText("Pick your team to see your players here.")).toBeDefined();
	expect(screen.getByRole("link", { name: "My team" }).getAttribute("href")).toBe("/team");
});

test("managers whose players fail to load are not asked to pick", async () => {
	const upcoming = { status: "scheduled", homeScore: null, awayScore: null, date: formatTimeAfterStart(120) } as const;
	open({ rounds: [round({ status: "scheduled", tournaments: [match(upcoming)] })], owners: null });
	await screen.findByText("We couldn't load your players and your opponents'.");
	expect(screen.queryByText("Pick your team to see your players here.")).toBeNull();
});

test("fixtures are grouped by day [D2.9.722]", async () => {
	const upcoming = { status: "scheduled", homeScore: null, awayScore: null } as const;
	const tournaments = [
		match({ ...upcoming, id: 12, date: "2026-09-13T05:00:00Z" }),
		match({ ...upcoming, id: 10, date: "2026-09-12T05:00:00Z" }),
		match({ ...upcoming, id: 11, date: "2026-09-12T06:00:00Z" }),
	];
	open({ rounds: [round({ status: "scheduled", tournaments })], now: -60 });
	const saturday = await screen.findByRole("region", { name: /^Saturday 12 September$/ });
	expect(within(saturday).getAllByRole("listitem")).toHaveLength(2);
	const sunday = screen.getByRole("region", { name: /^Sunday 13 September$/ });
	expect(within(sunday).getAllByRole("listitem")).toHaveLength(1);
});

test("after the last siren a manager sees how her players went [D2.9.723]", async () => {
	const players = [
		buildPlayer(1, { lastName: "Mihalopoulos", squadId: 1, stats: { scores: { 1: 54 } } }),
		buildPlayer(3, { lastName: "Late", squadId: 1, stats: { scores: {} } }),
	];
	open({ players, rounds: [round({ tournaments: [match({ status: "complete" })] })] });
	const own = await screen.findByRole("region", { name: "Your players" });
	expect(
		within(own)
			.getAllByRole("listitem")
			.map(({ textContent }) => textContent),
	).toEqual(["Pat MihalopoulosCv C2 · Full time54", "Pat LateVCv C2 · Full timeDNP"]);
	fireEvent.click(screen.getByRole("radio", { name: "Live feed" }));
	expect(await screen.findByRole("region", { name: "Live feed" })).toBeTruthy();
});

test("in play the feed comes first, with own players a press away [D2.9.723]", async () => {
	const players = [buildPlayer(1, { lastName: "Mihalopoulos", squadId: 1, stats: { scores: { 1: 54 } } })];
	open({ players });
	await screen.findByRole("region", { name: "Live feed" });
	fireEvent.click(await screen.findByRole("radio", { name: "Your players" }));
	const own = await screen.findByRole("region", { name: "Your players" });
	expect(within(own).getByRole("listitem").textContent).toBe("Pat MihalopoulosCv C2 · Q3 12:4054");
});

test("between two matches of a round a player has her next one", async () => {
	const players = [buildPlayer(1, { lastName: "Mihalopoulos", squadId: 1, stats: { scores: { 1: 54 } } })];
	const next = match({ id: 11, status: "scheduled", awaySquadId: 3, date: formatTimeAfterStart(1440) });
	open({ players, rounds: [round({ tournaments: [match({ status: "complete" }), next] })] });
	fireEvent.click(await screen.findByRole("radio", { name: "Your players" }));
	const own = await screen.findByRole("region", { name: "Your players" });
	expect(within(own).getByRole("listitem").textContent).toMatch(/^Pat MihalopoulosC.*Playing · v C3 · Sun .*54$/);
});

test("the feed stays while another match's file loads", async () => {
	const { queryClient } = open();
	await screen.findByText(/\+6 goal/);
	const tournaments = [match(), match({ id: 12, homeSquadId: 3, awaySquadId: 4 })];
	fakeServer.use(http.get("/json/fantasy/matches/12.json", () => new Promise<never>(() => undefined)));
	act(() => void queryClient.setQueryData(buildStaticKey("rounds"), [round({ tournaments })]));
	await findCard(/Club 3 against/);
	expect(screen.getByText(/\+6 goal/)).toBeTruthy();
});
