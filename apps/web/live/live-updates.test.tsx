import { showScoreLedger } from "@first-bounce/contract/stats/score-ledger";
import { showMyTeam, type Team } from "@first-bounce/contract/team/team";
import { showTeamHistoryOf } from "@first-bounce/contract/team/team-history";
import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { buildSession, SESSION_KEY, VISITOR } from "../api/session.ts";
import { callKey, useCall } from "../api/use-call.ts";
import { staticKey, useStatic } from "../api/use-static.ts";
import { fakeApi, file, notSignedIn } from "../testing/fake-api.ts";
import { aUser, renderAt } from "../testing/render-at.tsx";
import { LiveUpdates } from "./live-updates.tsx";

const Players = () => <p>{useStatic("players").data ? "players are here" : null}</p>;
const Watched = () => {
	const history = useCall(showTeamHistoryOf, { params: { roundId: 4, userId: 9 } });
	const why = useCall(showScoreLedger, { params: { roundId: 4, teamId: 8 } });
	return <p>{history.isFetched && why.isFetched ? "both were asked for" : null}</p>;
};
/** A visitor's page: what only users may see is refused. */
const refusals = {
	"/user": notSignedIn,
	"/season/clock": notSignedIn,
	"/fantasy/team/score-ledger/4/8": notSignedIn,
	"/fantasy/team-history/get-by-round-and-user/4/9": notSignedIn,
};
const before = { players: "a", rounds: "a", squads: "a" };

/** Every stream the page has opened; a test ends one as a server that refuses it does. */
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
	const { asked } = fakeApi({
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
	await screen.findByText("players are here");
	await waitFor(() => expect(asked).toContain("GET /json/fantasy/checksums.json"));
	await waitFor(() => expect(page.queries.getQueryData(staticKey("checksums"))).toEqual(before));
	const fetched = (name: string) => asked.filter((call) => call === `GET /json/fantasy/${name}.json`).length;
	const tell = (checksums: object) => act(() => page.queries.setQueryData(staticKey("checksums"), checksums));
	return { fetched, tell };
}

test("D1.4.111 players are fetched again when their checksum has changed, and rounds are not", async () => {
	const { fetched, tell } = await open();
	tell({ ...before, players: "b" });
	await waitFor(() => expect(fetched("players")).toBe(2));
	expect(fetched("rounds")).toBe(1);
});

test("D1.4.112 rounds are fetched again when their checksum has changed, and players are not", async () => {
	const { fetched, tell } = await open();
	tell({ ...before, rounds: "b" });
	await waitFor(() => expect(fetched("rounds")).toBe(2));
	expect(fetched("players")).toBe(1);
});

test("a rival's team and the reasons of a score are asked for again with every change of the scores", async () => {
	const { asked } = fakeApi({
		...refusals,
		"/json/fantasy/checksums.json": () => file(before),
		"/json/fantasy/rounds.json": () => file([]),
	});
	const page = renderAt(
		"/user/team/4/9",
		<>
			<LiveUpdates />
			<Watched />
		</>,
	);
	await screen.findByText("both were asked for");
	await waitFor(() => expect(page.queries.getQueryData(staticKey("checksums"))).toEqual(before));
	const times = (part: string) => asked.filter((call) => call.includes(part)).length;
	act(() => page.queries.setQueryData(staticKey("checksums"), { ...before, players: "b" }));
	for (const part of ["/get-by-round-and-user/4/9", "/score-ledger/4/8"])
		await waitFor(() => expect(times(part)).toBe(2));
});

test("a stream that the server refuses is asked for again, one whose line broke is the browser's own business", async () => {
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

/** A page with players, a score's reasons and one's own team, whose stream has just opened. `answers` stand before its own. */
async function openWithStream(answers: Parameters<typeof fakeApi>[0] = {}) {
	let saved = 4;
	const { asked } = fakeApi({
		...refusals,
		"/json/fantasy/checksums.json": () => file(before),
		"/json/fantasy/rounds.json": () => file([]),
		"/json/fantasy/players.json": () => file([]),
		"/fantasy/team/show-my": () => file({ success: { team: { id: 8, version: saved } }, errors: [] }),
		...answers,
	});
	const page = renderAt(
		"/team",
		<>
			<LiveUpdates />
			<Players />
			<Watched />
			<OwnTeam />
		</>,
	);
	const settled = () => waitFor(() => expect(page.queries.isFetching()).toBe(0));
	const times = (part: string) => asked.filter((call) => call.includes(part)).length;
	await screen.findByText("players are here");
	await waitFor(() => expect(streams).toHaveLength(1));
	await settled();
	await emitVersion(before);
	await settled();
	asked.length = 0;
	return { ...page, times, settled, saveElsewhere: (version: number) => (saved = version) };
}

test("a new score asks for each answer once", async () => {
	const { times, settled } = await openWithStream();
	await emitVersion({ ...before, players: "b" });
	await settled();
	expect([times("players.json"), times("show-my"), times("score-ledger"), times("rounds.json")]).toEqual([1, 1, 1, 0]);
});

test("two new scores, the second while the first is being asked for, end with what the second changed", async () => {
	let version = 4;
	const { settled, getByText } = await openWithStream({
		"/fantasy/team/show-my": async () => file({ success: { team: { id: 8, version: version++ } }, errors: [] }),
	});
	await emitVersion({ ...before, players: "b" });
	await emitVersion({ ...before, players: "c" });
	await settled();
	expect(getByText(String(version - 1))).toBeTruthy();
});

test("checksums asked for before a new score and answered after it do not undo it", async () => {
	const late: (() => void)[] = [];
	let isLate = false;
	const { queries, times, settled } = await openWithStream({
		"/json/fantasy/checksums.json": async () => {
			if (isLate) await new Promise<void>((resolve) => late.push(resolve));
			return file(before);
		},
	});
	isLate = true;
	void queries.refetchQueries({ queryKey: staticKey("checksums") });
	await waitFor(() => expect(late).toHaveLength(1));
	const after = { ...before, players: "b" };
	await emitVersion(after);
	await act(async () => late.pop()?.());
	await settled();
	expect(queries.getQueryData(staticKey("checksums"))).toEqual(after);
	expect(times("players.json")).toBe(1);
});

test("a team saved on another device is asked for at once, one that is here already is not", async () => {
	const { times, settled, saveElsewhere, findByText } = await openWithStream();
	saveElsewhere(5);
	await emit("team", { teamId: 8, version: 5 });
	await findByText("5");
	await emit("team", { teamId: 8, version: 5 });
	await emit("team", { teamId: 8, version: 4 });
	await settled();
	expect([times("show-my"), times("players.json"), times("score-ledger")]).toEqual([1, 0, 0]);
});

test("a team that this device is saving is not asked for: the save's own answer shows it", async () => {
	const { queries, times, settled, saveElsewhere, findByText } = await openWithStream();
	const answer: { arrive?: () => void } = {};
	const saving = queries
		.getMutationCache()
		.build(queries, { mutationFn: () => new Promise<void>((resolve) => (answer.arrive = resolve)) })
		.execute(undefined)
		.then(() => queries.setQueryData(callKey(showMyTeam, {}), { team: { id: 8, version: 5 } as Team }));
	await waitFor(() => expect(answer.arrive).toBeDefined());
	await emit("team", { teamId: 8, version: 5 });
	await act(async () => answer.arrive?.());
	await act(() => saving);
	await findByText("5");
	await settled();
	expect(times("show-my")).toBe(0);

	saveElsewhere(6);
	await emit("team", { teamId: 8, version: 6 });
	await findByText("6");
	expect(times("show-my")).toBe(1);
});

test("the stream is opened anew when somebody else signs in, so that it carries that user's team", async () => {
	const { queries } = await openWithStream();
	await act(async () => queries.setQueryData(SESSION_KEY, buildSession(aUser())));
	await waitFor(() => expect(streams).toHaveLength(2));
	await act(async () => queries.setQueryData(SESSION_KEY, buildSession(aUser({ firstName: "Kim" }))));
	await act(async () => queries.setQueryData(SESSION_KEY, VISITOR));
	await waitFor(() => expect(streams).toHaveLength(3));
});
