import { showClock } from "@first-bounce/contract/clock";
import { showDraftReport } from "@first-bounce/contract/draft/draft-report";
import { showMatchUps } from "@first-bounce/contract/leagues/league-ladder";
import { showRoundResult } from "@first-bounce/contract/stats/round-result";
import { showScoreLedger } from "@first-bounce/contract/stats/score-ledger";
import { showSeasonReport } from "@first-bounce/contract/stats/season-report";
import { showMyTeam, type Team } from "@first-bounce/contract/team/team";
import { showUserTeamHistory } from "@first-bounce/contract/team/team-history";
import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { fakeApi, file, notSignedIn, success } from "../../../testing/web/fake-api.ts";
import { buildUser, renderAt } from "../../../testing/web/render-at.tsx";
import { buildSession, SESSION_KEY, VISITOR } from "../api/session.ts";
import { callKey, useCall } from "../api/use-call.ts";
import { buildStaticKey, useStatic } from "../api/use-static.ts";
import { LiveUpdates } from "./live-updates.tsx";

const Players = () => <p>{useStatic("players").data ? "players are loaded" : null}</p>;
const WatchedQueries = () => {
	const history = useCall(showUserTeamHistory, { params: { roundId: 4, userId: 9 } });
	const ledger = useCall(showScoreLedger, { params: { roundId: 4, teamId: 8 } });
	const result = useCall(showRoundResult, { params: { roundId: 4 } });
	const report = useCall(showSeasonReport, {});
	const draftReport = useCall(showDraftReport, { params: { id: 5, teamId: 8 } });
	const matchUps = useCall(showMatchUps, { body: { leagueId: 5, roundId: 4 } });
	const queries = [history, ledger, result, report, draftReport, matchUps];
	return <p>{queries.every(({ isFetched }) => isFetched) ? "all were fetched" : null}</p>;
};
const TeamVersion = () => <p>{`version ${useCall(showMyTeam, {}).data?.team.version}`}</p>;
/** The refusals that a signed-out page gets. */
const refusals = {
	"/user": notSignedIn,
	"/season/clock": notSignedIn,
	"/fantasy/team/score-ledger/4/8": notSignedIn,
	"/fantasy/team-history/get-by-round-and-user/4/9": notSignedIn,
	"/fantasy/team/round-result/4": notSignedIn,
	"/fantasy/team/season-report": notSignedIn,
	"/draft/league/5/report/8": notSignedIn,
	"/fantasy/league/h2h-match-ups": notSignedIn,
};
const before = { players: "a", rounds: "a", squads: "a" };

/** Every stream that the page has opened. */
let streams: { readyState: number; readonly listeners: Map<string, (event: object) => void> }[] = [];
beforeEach(() => {
	streams = [];
	vi.stubGlobal(
		"EventSource",
		class {
			static readonly CLOSED = 2;
			readyState = 1;
			readonly listeners = new Map<string, (event: object) => void>();
			constructor() {
				streams.push(this);
			}
			addEventListener = (name: string, listener: (event: object) => void) => this.listeners.set(name, listener);
			close = () => undefined;
		},
	);
});
async function open() {
	const { requests } = fakeApi({
		...refusals,
		"/json/fantasy/checksums.json": () => file(before),
		"/json/fantasy/rounds.json": () => file([]),
		"/json/fantasy/players.json": () => file([]),
	});
	const page = renderAt(
		"/team",
		<>
			<LiveUpdates />
			<Players />
		</>,
	);
	await screen.findByText("players are loaded");
	await waitFor(() => expect(requests).toContain("GET /json/fantasy/checksums.json"));
	await waitFor(() => expect(page.queryClient.getQueryData(buildStaticKey("checksums"))).toEqual(before));
	const countRequests = (name: string) => requests.filter((call) => call === `GET /json/fantasy/${name}.json`).length;
	const setChecksums = (checksums: object) =>
		act(() => page.queryClient.setQueryData(buildStaticKey("checksums"), checksums));
	return { countFetches: countRequests, setChecksums };
}

test("only players are refetched when only their checksum changed (D1.4.111)", async () => {
	const { countFetches, setChecksums } = await open();
	setChecksums({ ...before, players: "b" });
	await waitFor(() => expect(countFetches("players")).toBe(2));
	expect(countFetches("rounds")).toBe(1);
});

test("only rounds are refetched when only their checksum changed (D1.4.112)", async () => {
	const { countFetches, setChecksums } = await open();
	setChecksums({ ...before, rounds: "b" });
	await waitFor(() => expect(countFetches("rounds")).toBe(2));
	expect(countFetches("players")).toBe(1);
});

/** Opens a page while a round is playing, with fake timers. Returns a function that lists the files it has requested since. */
async function openDuringRound(getChecksums = () => file(before)) {
	const match = { id: 1, status: "playing", date: clock.seasonTime, homeSquadId: 1, awaySquadId: 2 };
	vi.useFakeTimers({ now: Date.parse(clock.wallTime) });
	const { requests } = fakeApi({
		...refusals,
		"/season/clock": () => success(showClock, { ...clock, playingRoundId: 4 }),
		"/json/fantasy/checksums.json": getChecksums,
		"/json/fantasy/rounds.json": () => file([{ id: 4, status: "playing", byeSquads: [], tournaments: [match] }]),
	});
	renderAt("/team", <LiveUpdates />);
	await act(() => vi.advanceTimersByTimeAsync(100));
	requests.length = 0;
	return () => requests.filter((call) => call.startsWith("GET /json/"));
}

test("while a round is playing only the checksums are fetched, every minute (D1.4.109, D1.9.16)", async () => {
	const listFiles = await openDuringRound();
	await act(() => vi.advanceTimersByTimeAsync(59_800));
	expect(listFiles()).toEqual([]);
	await act(() => vi.advanceTimersByTimeAsync(60_200));
	expect(listFiles()).toEqual(["GET /json/fantasy/checksums.json", "GET /json/fantasy/checksums.json"]);
});

test("after a failed poll the checksums are polled again (D1.4.114)", async () => {
	const logged = vi.spyOn(console, "warn").mockReturnValue(undefined);
	let isDown = false;
	const listFiles = await openDuringRound(() => (isDown ? { ...file("busy"), status: 503 } : file(before)));
	isDown = true;
	await act(() => vi.advanceTimersByTimeAsync(60_000));
	expect(logged.mock.calls.map(([error]) => error.status)).toEqual([503]);
	isDown = false;
	await act(() => vi.advanceTimersByTimeAsync(60_000));
	expect(listFiles()).toEqual(["GET /json/fantasy/checksums.json", "GET /json/fantasy/checksums.json"]);
	expect(logged).toHaveBeenCalledOnce();
});

test("no checksums are fetched while no round is playing (D1.4.110)", async () => {
	vi.useFakeTimers({ now: Date.parse(clock.wallTime) });
	const { requests } = fakeApi({
		...refusals,
		"/season/clock": () => success(showClock, { ...clock, playingRoundId: null }),
		"/json/fantasy/checksums.json": () => file(before),
		"/json/fantasy/rounds.json": () => file([]),
	});
	renderAt("/team", <LiveUpdates />);
	await act(() => vi.advanceTimersByTimeAsync(100));
	requests.length = 0;
	await act(() => vi.advanceTimersByTimeAsync(600_000));
	expect(requests).toContain("GET /season/clock");
	expect(requests).not.toContain("GET /json/fantasy/checksums.json");
});

test("teams, ledgers, results, reports and match-ups are refetched when scores change (D1.4.113)", async () => {
	const { requests } = fakeApi({
		...refusals,
		"/json/fantasy/checksums.json": () => file(before),
		"/json/fantasy/rounds.json": () => file([]),
	});
	const page = renderAt(
		"/user/team/4/9",
		<>
			<LiveUpdates />
			<WatchedQueries />
		</>,
	);
	await screen.findByText("all were fetched");
	await waitFor(() => expect(page.queryClient.getQueryData(buildStaticKey("checksums"))).toEqual(before));
	const countRequests = (part: string) => requests.filter((call) => call.includes(part)).length;
	act(() => page.queryClient.setQueryData(buildStaticKey("checksums"), { ...before, players: "b" }));
	const results = ["/round-result/4", "/season-report", "/league/5/report/8"];
	for (const part of ["/get-by-round-and-user/4/9", "/score-ledger/4/8", "/h2h-match-ups", ...results])
		await waitFor(() => expect(countRequests(part)).toBe(2));
});

test("a refused stream is reopened, a lost connection reconnects", async () => {
	await open();
	await waitFor(() => expect(streams).toHaveLength(1));
	vi.useFakeTimers();
	const fail = (readyState: number) => {
		const stream = streams.at(-1);
		if (!stream) throw new Error("No stream");
		stream.readyState = readyState;
		stream.listeners.get("error")?.({});
		vi.advanceTimersByTime(31_000);
	};
	expect(streams).toHaveLength(1);
	fail(0);
	expect(streams).toHaveLength(1);
	fail(2);
	fail(2);
	expect(streams).toHaveLength(3);
});

const clock = { seasonTime: "2026-03-07T10:00:00.000Z", wallTime: "2026-03-07T10:00:00.000Z", speed: 1, isDemo: false };
const emit = (name: string, data: object) =>
	act(async () => streams.at(-1)?.listeners.get(name)?.({ data: JSON.stringify(data) }));
const emitVersion = (checksums: object, standings = true) =>
	emit("version", { checksums, clock: { ...clock, playingRoundId: null }, standings });

const OwnTeam = () => <p>{useCall(showMyTeam, {}).data?.team.version}</p>;

/** Opens a page with players, a score ledger, the user's team and a stream. `handlers` override the default ones. */
async function openWithStream(handlers: Parameters<typeof fakeApi>[0] = {}, first: object = before) {
	let savedVersion = 4;
	const { requests } = fakeApi({
		...refusals,
		"/json/fantasy/checksums.json": () => file(first),
		"/json/fantasy/rounds.json": () => file([]),
		"/json/fantasy/players.json": () => file([]),
		"/fantasy/team/show-my": () => file({ success: { team: { id: 8, version: savedVersion } }, errors: [] }),
		...handlers,
	});
	const page = renderAt(
		"/team",
		<>
			<LiveUpdates />
			<Players />
			<WatchedQueries />
			<OwnTeam />
		</>,
	);
	const waitUntilFetched = () => waitFor(() => expect(page.queryClient.isFetching()).toBe(0));
	const countRequests = (part: string) => requests.filter((call) => call.includes(part)).length;
	await screen.findByText("players are loaded");
	await waitFor(() => expect(streams).toHaveLength(1));
	await waitUntilFetched();
	await emitVersion(first);
	await waitUntilFetched();
	requests.length = 0;
	return { ...page, countRequests, waitUntilFetched, saveElsewhere: (version: number) => (savedVersion = version) };
}

test("a new score refetches each call once", async () => {
	const { countRequests, waitUntilFetched } = await openWithStream();
	await emitVersion({ ...before, players: "b" });
	await waitUntilFetched();
	expect([
		countRequests("players.json"),
		countRequests("show-my"),
		countRequests("score-ledger"),
		countRequests("rounds.json"),
	]).toEqual([1, 1, 1, 0]);
});

test("a score update during an earlier refetch still shows the newest score", async () => {
	let version = 4;
	const { waitUntilFetched, getByText } = await openWithStream({
		"/fantasy/team/show-my": async () => file({ success: { team: { id: 8, version: version++ } }, errors: [] }),
	});
	await emitVersion({ ...before, players: "b" });
	await emitVersion({ ...before, players: "c" });
	await waitUntilFetched();
	expect(getByText(String(version - 1))).toBeTruthy();
});

test("checksums requested before a score update do not revert it", async () => {
	const heldResponses: (() => void)[] = [];
	let isHeld = false;
	const { queryClient, countRequests, waitUntilFetched } = await openWithStream({
		"/json/fantasy/checksums.json": async () => {
			if (isHeld) await new Promise<void>((resolve) => heldResponses.push(resolve));
			return file(before);
		},
	});
	isHeld = true;
	void queryClient.refetchQueries({ queryKey: buildStaticKey("checksums") });
	await waitFor(() => expect(heldResponses).toHaveLength(1));
	const after = { ...before, players: "b" };
	await emitVersion(after);
	await act(async () => heldResponses.pop()?.());
	await waitUntilFetched();
	expect(queryClient.getQueryData(buildStaticKey("checksums"))).toEqual(after);
	expect(countRequests("players.json")).toBe(1);
});

const [oldHash, newHash] = ["old-players-0123456789", "new-players-0123456789"];

test("a file fetched just before an update is fetched again", async () => {
	const { requests } = fakeApi({
		...refusals,
		"/json/fantasy/checksums.json": () => file({ ...before, players: newHash }),
		"/json/fantasy/rounds.json": () => file([]),
		"/json/fantasy/players.json": () => file([], `"${oldHash}-br"`),
	});
	renderAt(
		"/team",
		<>
			<LiveUpdates />
			<Players />
		</>,
	);
	const count = () => requests.filter((call) => call === "GET /json/fantasy/players.json").length;
	await waitFor(() => expect(count()).toBeGreaterThan(1));
});

test("a file that another process serves old is refetched", async () => {
	const hashes = [oldHash, oldHash, oldHash, newHash];
	const { countRequests, waitUntilFetched } = await openWithStream(
		{ "/json/fantasy/players.json": () => file([], `"${hashes.shift()}"`) },
		{ ...before, players: oldHash },
	);
	await emitVersion({ ...before, players: newHash });
	await waitFor(() => expect(countRequests("players.json")).toBe(3), { timeout: 20_000 });
	await waitUntilFetched();
	expect(hashes).toEqual([]);
});

test("files with a foreign host's ETags are fetched once per change", async () => {
	const { countRequests, waitUntilFetched } = await openWithStream({
		"/json/fantasy/players.json": () => file([], '"d41d8cd98f00b204e9800998ecf8427e"'),
	});
	await emitVersion({ ...before, players: "b" });
	await waitUntilFetched();
	await emitVersion({ ...before, players: "b" });
	await waitUntilFetched();
	expect(countRequests("players.json")).toBe(1);
});

test("a team saved on another device is refetched, unless cached", async () => {
	const { countRequests, waitUntilFetched, saveElsewhere, findByText } = await openWithStream();
	saveElsewhere(5);
	await emit("team", { teamId: 8, version: 5 });
	await findByText("5");
	await emit("team", { teamId: 8, version: 5 });
	await emit("team", { teamId: 8, version: 4 });
	await waitUntilFetched();
	expect([countRequests("show-my"), countRequests("players.json"), countRequests("score-ledger")]).toEqual([1, 0, 0]);
});

test("a team that this page is saving is not refetched", async () => {
	const { queryClient, countRequests, waitUntilFetched, saveElsewhere, findByText } = await openWithStream();
	const save: { resolve?: () => void } = {};
	const saving = queryClient
		.getMutationCache()
		.build(queryClient, { mutationFn: () => new Promise<void>((resolve) => (save.resolve = resolve)) })
		.execute(undefined)
		.then(() => queryClient.setQueryData(callKey(showMyTeam, {}), { team: { id: 8, version: 5 } as Team }));
	await waitFor(() => expect(save.resolve).toBeDefined());
	await emit("team", { teamId: 8, version: 5 });
	await act(async () => save.resolve?.());
	await act(() => saving);
	await findByText("5");
	await waitUntilFetched();
	expect(countRequests("show-my")).toBe(0);

	saveElsewhere(6);
	await emit("team", { teamId: 8, version: 6 });
	await findByText("6");
	expect(countRequests("show-my")).toBe(1);
});

test("the stream is reopened after signing in or out", async () => {
	const { queryClient } = await openWithStream();
	await act(async () => queryClient.setQueryData(SESSION_KEY, buildSession(buildUser())));
	await waitFor(() => expect(streams).toHaveLength(2));
	await act(async () => queryClient.setQueryData(SESSION_KEY, buildSession(buildUser({ firstName: "Kim" }))));
	await act(async () => queryClient.setQueryData(SESSION_KEY, VISITOR));
	await waitFor(() => expect(streams).toHaveLength(3));
});

test("the user's team is refetched on return to the page", async () => {
	let version = 3;
	const { requests } = fakeApi({
		"/user": notSignedIn,
		"/season/clock": notSignedIn,
		"/fantasy/team/show-my": () => file({ success: { team: { id: 7, version: version++ } }, errors: [] }),
		"/json/fantasy/checksums.json": () => file(before),
		"/json/fantasy/rounds.json": () => file([]),
	});
	renderAt(
		"/team",
		<>
			<LiveUpdates />
			<TeamVersion />
		</>,
	);
	await screen.findByText("version 3");
	act(() => void dispatchEvent(new Event("focus")));
	await screen.findByText("version 4");
	act(() => {
		document.dispatchEvent(new Event("visibilitychange"));
		dispatchEvent(new Event("focus"));
	});
	await screen.findByText("version 5");
	expect(requests.filter((call) => call === "GET /fantasy/team/show-my")).toHaveLength(3);
});

test("in a soft lock rounds are fetched every ten seconds everywhere (D1.4.110, D1.7.34, D2.4.25, D2.9.09)", async () => {
	const start = Date.parse(clock.seasonTime) - 60_000;
	const match = { id: 1, status: "scheduled", date: new Date(start).toISOString(), homeSquadId: 1, awaySquadId: 2 };
	const round = { id: 4, status: "scheduled", byeSquads: [], tournaments: [match] };
	for (const path of ["/team", "/leagues", "/leagues/5/fixtures", "/leagues/5/matchup/4/0", "/help/game-rules"]) {
		vi.useFakeTimers({ now: Date.parse(clock.wallTime) });
		const { requests } = fakeApi({
			...refusals,
			"/season/clock": () => success(showClock, { ...clock, playingRoundId: null }),
			"/json/fantasy/checksums.json": () => file(before),
			"/json/fantasy/rounds.json": () => file([round]),
		});
		const { unmount } = renderAt(path, <LiveUpdates />);
		const countRounds = () => requests.filter((call) => call === "GET /json/fantasy/rounds.json").length;
		await act(() => vi.advanceTimersByTimeAsync(100));
		const atStart = countRounds();
		await act(() => vi.advanceTimersByTimeAsync(9_800));
		expect([path, countRounds() - atStart]).toEqual([path, 0]);
		await act(() => vi.advanceTimersByTimeAsync(200));
		expect([path, countRounds() - atStart]).toEqual([path, 1]);
		await act(() => vi.advanceTimersByTimeAsync(20_000));
		expect([path, countRounds() - atStart]).toEqual([path, 3]);
		expect(requests.filter((call) => call === "GET /json/fantasy/checksums.json")).toHaveLength(1);
		unmount();
		vi.useRealTimers();
	}
});
