import {
	joinOfficialLeague,
	leaveOfficialLeague,
	type OfficialLeague,
	showOfficialLeagues,
} from "@first-bounce/contract/leagues/official-leagues";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { file, refusal, success } from "../../../../../testing/web/fake-api.ts";
import { fakeLeagues, setWindowWidth } from "../../../../../testing/web/league-fakes.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { LeaguesScreen } from "./leagues-screen.tsx";

const NO_CLUB: OfficialLeague = {
	kind: "club",
	squadId: null,
	state: null,
	earned: null,
	isJoined: false,
	total: 0,
	rank: null,
};
const STATE: OfficialLeague = {
	kind: "state",
	squadId: null,
	state: "VIC",
	earned: null,
	isJoined: false,
	total: 240,
	rank: null,
};

test("a state's league is joined with one press, a club asked for (D2.1.60, D2.1.61)", async () => {
	setWindowWidth(1280);
	const joined = [NO_CLUB, { ...STATE, isJoined: true, rank: 12 }];
	const { posted } = fakeLeagues({
		"/fantasy/leagues": () => ({ status: 200, body: { success: { leagues: [], nextPage: null }, errors: [] } }),
		"/fantasy/official-leagues": () => success(showOfficialLeagues, { leagues: [NO_CLUB, STATE] }),
		"/fantasy/official-leagues/state/join": () => success(joinOfficialLeague, { leagues: joined }),
		"/fantasy/official-leagues/state/leave": () => success(leaveOfficialLeague, { leagues: [NO_CLUB, STATE] }),
	});
	renderAt("/leagues", <LeaguesScreen />);
	fireEvent.click(await screen.findByRole("button", { name: "Join Victoria" }));
	expect(await screen.findByText("240 teams · Your rank 12")).toBeDefined();
	expect(screen.getByRole("link", { name: "Victoria" }).getAttribute("href")).toBe("/rankings?state=VIC");
	expect(screen.getByText("Choose your club to join its league.")).toBeDefined();
	expect(screen.getByRole("link", { name: "My account" }).getAttribute("href")).toBe("/my-account");
	fireEvent.click(screen.getByRole("button", { name: "Leave Victoria" }));
	expect(await screen.findByRole("button", { name: "Join Victoria" })).toBeDefined();
	await waitFor(() =>
		expect(posted.map(({ path }) => path)).toEqual([
			"/fantasy/official-leagues/state/join",
			"/fantasy/official-leagues/state/leave",
		]),
	);
});

test("a manager joins the league of her club with one press (D2.1.60)", async () => {
	setWindowWidth(1280);
	const club: OfficialLeague = { ...NO_CLUB, squadId: 8097, total: 310 };
	const { posted } = fakeLeagues({
		"/fantasy/leagues": () => ({ status: 200, body: { success: { leagues: [], nextPage: null }, errors: [] } }),
		"/fantasy/official-leagues": () => success(showOfficialLeagues, { leagues: [club, STATE] }),
		"/json/fantasy/squads.json": () => file([{ id: 8097, name: "Collingwood", abbreviation: "COLL" }]),
		"/fantasy/official-leagues/club/join": () =>
			success(joinOfficialLeague, { leagues: [{ ...club, isJoined: true, rank: 9 }, STATE] }),
	});
	renderAt("/leagues", <LeaguesScreen />);
	fireEvent.click(await screen.findByRole("button", { name: "Join Collingwood fans" }));
	expect(await screen.findByText("310 teams · Your rank 9")).toBeDefined();
	expect(posted.map(({ path }) => path)).toEqual(["/fantasy/official-leagues/club/join"]);
});

test("a manager with a club is never asked for one (D2.1.60)", async () => {
	setWindowWidth(1280);
	const club: OfficialLeague = { ...NO_CLUB, squadId: 1 };
	fakeLeagues({
		"/fantasy/leagues": () => ({ status: 200, body: { success: { leagues: [], nextPage: null }, errors: [] } }),
		"/fantasy/official-leagues": () => success(showOfficialLeagues, { leagues: [club, STATE] }),
		"/json/fantasy/squads.json": () => refusal(503, "busy", "The game is being updated"),
	});
	renderAt("/leagues", <LeaguesScreen />);
	expect(await screen.findByRole("button", { name: "Join Victoria" })).toBeDefined();
	expect(screen.queryByText("Choose your club to join its league.")).toBeNull();
});

test("the league of last season's best is joined with one press (D2.9.284)", async () => {
	setWindowWidth(390);
	const earned = { seasonId: 1, seasonName: "2026", rank: 118 };
	const best: OfficialLeague = { ...NO_CLUB, kind: "top10", earned, total: 266 };
	const { posted } = fakeLeagues({
		"/fantasy/leagues": () => ({ status: 200, body: { success: { leagues: [], nextPage: null }, errors: [] } }),
		"/fantasy/official-leagues": () => success(showOfficialLeagues, { leagues: [NO_CLUB, STATE, best] }),
		"/fantasy/official-leagues/top10/join": () =>
			success(joinOfficialLeague, { leagues: [NO_CLUB, STATE, { ...best, isJoined: true, rank: 41 }] }),
	});
	renderAt("/leagues", <LeaguesScreen />);
	fireEvent.click(await screen.findByRole("button", { name: "Join Top 10% of 2026" }));
	expect(await screen.findByText("266 teams · Your rank 41")).toBeDefined();
	expect(screen.getByRole("heading", { name: "The best of 2026" })).toBeDefined();
	expect(screen.getByText(/You finished the season at rank 118/)).toBeDefined();
	expect(screen.getByRole("link", { name: "Top 10% of 2026" }).getAttribute("href")).toBe("/rankings?best=10");
	expect(posted.map(({ path }) => path)).toEqual(["/fantasy/official-leagues/top10/join"]);
});
