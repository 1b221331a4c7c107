import { createToken, revokeToken } from "@first-bounce/contract/accounts/tokens";
import type { TokenScope } from "@first-bounce/contract/constants";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FIRST_BOUNCE } from "../../../../testing/season/small-season.ts";
import {
	createLeagueManagers,
	createLeagueWith,
	type LeagueManager,
} from "../../../../testing/server/league-managers.ts";
import { createTestApp, type TestApp } from "../../../../testing/server/test-app.ts";
import { advanceLeagues } from "../leagues/head-to-head/round-activity.ts";

let app: TestApp;
let managers: LeagueManager[];
beforeAll(async () => {
	app = await createTestApp({}, { rounds: 2 });
	managers = await createLeagueManagers(app, 2);
	await createLeagueWith(managers, { type: "h2h", size: 4, name: "Office; Bombers, Inc" });
	await advanceLeagues(app.database.db, app.seasons.current(), FIRST_BOUNCE);
});
afterAll(() => app.close());

const fetchCalendar = (name: string, language = "en") =>
	app.app.inject({ url: `/calendar/${language}/${name}.ics`, headers: { host: "localhost:3000" } });

/** Reads the events of a calendar as their properties by name, after joining folded lines. */
function readEvents(text: string) {
	const [, ...events] = text.replaceAll("\r\n ", "").split("BEGIN:VEVENT\r\n");
	return events.map((event) =>
		Object.fromEntries(
			event.split("\r\n").map((line) => [/^[^:;]*/.exec(line)?.[0] ?? "", line.slice(line.indexOf(":") + 1)]),
		),
	);
}

async function createAddress({ client }: LeagueManager, scopes: TokenScope[] = ["read:calendar"]) {
	const { token, tokens } = await client(createToken, { body: { name: "Calendar", scopes, days: 365 } });
	return { token, id: tokens[0]?.id ?? "" };
}

test("lists each match, and each round's first lock, for everybody [D2.9.290]", async () => {
	const { statusCode, headers, body } = await fetchCalendar("season");
	expect([statusCode, headers["content-type"]]).toEqual([200, "text/calendar; charset=utf-8"]);
	const season = app.seasons.current();
	const events = readEvents(body);
	expect(events).toHaveLength(season.rounds.flatMap(({ matches }) => matches).length + 2);
	const [match] = season.rounds[0]?.matches ?? [];
	const squads = new Map(season.squads.map(({ id, name }) => [id, name]));
	const formatUtc = (at: number) => new Date(at).toISOString().replaceAll(/[-:]|\.000/g, "");
	expect(events.find(({ URL: url }) => url?.endsWith(`/match-centre/${match?.id}`))).toMatchObject({
		UID: `${season.seasonId}-match-${match?.id}@localhost`,
		DTSTART: formatUtc(match?.startsAt ?? 0),
		DTEND: formatUtc((match?.startsAt ?? 0) + 2 * 60 * 60 * 1000),
		SUMMARY: `${squads.get(match?.homeSquadId ?? 0)} v ${squads.get(match?.awaySquadId ?? 0)}`,
		DESCRIPTION: "Round 1. Players of both clubs lock at the bounce.",
	});
	expect(events[0]).toMatchObject({ SUMMARY: "Round 1: first lock", DTSTART: formatUtc(FIRST_BOUNCE) });
	const french = readEvents((await fetchCalendar("season", "fr")).body);
	expect(french[0]?.SUMMARY).toBe("Journée 1 : premier verrouillage");
});

test("has a manager's match-ups at a private address until it is revoked [D2.9.291]", async () => {
	const [manager, opponent] = managers as [LeagueManager, LeagueManager];
	const { token, id } = await createAddress(manager);
	const { rows } = await app.database.pool.query("SELECT team_name FROM users WHERE id = $1", [opponent.userId]);
	const { headers, body } = await fetchCalendar(token);
	expect(headers["cache-control"]).toBe("no-store");
	expect(readEvents(body).map(({ SUMMARY }) => SUMMARY)).toContain(
		`Round 1: you v ${rows[0].team_name} (Office\\; Bombers\\, Inc)`,
	);
	expect((await fetchCalendar("season")).body).not.toContain(rows[0].team_name);
	await manager.client(revokeToken, { body: { id } });
	expect((await fetchCalendar(token)).statusCode).toBe(404);
});

test("opens with no other token, and its token opens nothing else [D2.9.291]", async () => {
	const [manager] = managers as [LeagueManager];
	const reader = await createAddress(manager, ["read:team", "read:leagues"]);
	expect((await fetchCalendar(reader.token)).statusCode).toBe(404);
	expect((await fetchCalendar("fbt_unknown")).statusCode).toBe(404);
	const { token } = await createAddress(manager);
	const team = await app.app.inject({
		url: "/api/en/fantasy/team/show-my",
		headers: { host: "localhost:3000", authorization: `Bearer ${token}` },
	});
	expect(team.statusCode).toBe(403);
	await app.database.db.updateTable("users").set({ is_active: false }).where("id", "=", manager.userId).execute();
	expect((await fetchCalendar(token)).statusCode).toBe(404);
	await app.database.db.updateTable("users").set({ is_active: true }).where("id", "=", manager.userId).execute();
});

test("moves an event with its match, under the same id [D2.9.290]", async () => {
	const [match] = app.seasons.current().rounds[1]?.matches ?? [];
	const find = async () =>
		readEvents((await fetchCalendar("season")).body).find(({ UID }) => UID?.includes(`match-${match?.id}@`));
	const before = await find();
	const moved = new Date((match?.startsAt ?? 0) + 24 * 60 * 60 * 1000);
	await app.database.db
		.updateTable("matches")
		.set({ starts_at: moved })
		.where("id", "=", match?.id ?? 0)
		.execute();
	await app.database.pool.query("UPDATE seasons SET data_version = data_version + 1");
	await app.seasons.refresh();
	const after = await find();
	expect(after?.UID).toBe(before?.UID);
	expect(after?.DTSTART).toBe(moved.toISOString().replaceAll(/[-:]|\.000/g, ""));
});

test("keeps a round's first lock if its first match is called off [D2.9.290]", async () => {
	const round = app.seasons.current().rounds[1];
	const [first] = (round?.matches ?? []).toSorted((one, other) => one.startsAt - other.startsAt);
	const update = async (isAbandoned: boolean, startsAt: number) => {
		await app.database.db
			.updateTable("matches")
			.set({ is_abandoned: isAbandoned, starts_at: new Date(startsAt) })
			.where("id", "=", first?.id ?? 0)
			.execute();
		await app.database.pool.query("UPDATE seasons SET data_version = data_version + 1");
		await app.seasons.refresh();
	};
	const earlier = (first?.startsAt ?? 0) - 24 * 60 * 60 * 1000;
	await update(true, earlier);
	const events = readEvents((await fetchCalendar("season")).body);
	const lock = events.find(({ SUMMARY }) => SUMMARY === "Round 2: first lock");
	expect(lock?.DTSTART).toBe(new Date(earlier).toISOString().replaceAll(/[-:]|\.000/g, ""));
	expect(events.some(({ UID }) => UID?.includes(`match-${first?.id}@`))).toBe(false);
	await update(false, first?.startsAt ?? 0);
});
