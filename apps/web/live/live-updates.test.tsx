import { showScoreLedger } from "@first-bounce/contract/score-ledger";
import { showTeamHistoryOf } from "@first-bounce/contract/team-history";
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useCall } from "../api/use-call.ts";
import { staticKey, useStatic } from "../api/use-static.ts";
import { fakeApi, file } from "../testing/fake-api.ts";
import { renderAt } from "../testing/render-at.tsx";
import { LiveUpdates } from "./live-updates.tsx";

const Players = () => <p>{useStatic("players").data ? "players are here" : null}</p>;
const Watched = () => {
	const history = useCall(showTeamHistoryOf, { params: { roundId: 4, userId: 9 } });
	const why = useCall(showScoreLedger, { params: { roundId: 4, teamId: 8 } });
	return <p>{history.isFetched && why.isFetched ? "both were asked for" : null}</p>;
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
afterEach(() => void vi.useRealTimers());

async function open() {
	const { asked } = fakeApi({
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
