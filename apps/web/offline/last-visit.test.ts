import { showMyTeam } from "@first-bounce/contract/team/team";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../api/query-client.ts";
import { SESSION_KEY } from "../api/session.ts";
import { callKey } from "../api/use-call.ts";
import { showLastVisit } from "./last-visit.ts";

const TEAM_KEY = callKey(showMyTeam, {});
const YESTERDAY = "Sat, 28 Nov 2026 10:00:00 GMT";
const ANSWERS: Readonly<Record<string, unknown>> = {
	"/api/en/user": { user: { id: 7, fantasyTeamName: "Kicks" } },
	"/api/en/fantasy/user-profile/show-my": { userProfile: { teamName: "Kicks" } },
	"/api/en/preview": { isOn: false, isPassed: true },
	"/api/en/season/clock": { seasonTime: YESTERDAY, speed: 1, isDemo: false, playingRoundId: null },
	"/api/en/fantasy/team/show-my": { team: { id: 3, teamName: "Kicks" }, rollbackAvailable: false },
	"/api/en/draft/my-teams": { teams: [] },
};

let kept: Record<string, unknown>;
beforeEach(() => {
	kept = { ...ANSWERS };
	vi.stubGlobal("caches", {
		match: async (url: string, { cacheName }: { cacheName: string }) => {
			const headers = { date: YESTERDAY };
			if (url.startsWith("/json/")) return cacheName.includes("seen") ? Response.json([], { headers }) : undefined;
			return url in kept && cacheName.includes("own")
				? Response.json({ success: kept[url], errors: [] }, { headers })
				: undefined;
		},
	});
	localStorage.clear();
	localStorage.setItem("account", "7");
	const { url } = import.meta;
	localStorage.setItem("release", `${url.replace(".test.ts", ".ts")} ${Date.parse("2026-11-01")}`);
	Object.defineProperty(document, "cookie", { value: "signed_in=u7", configurable: true });
});

async function openTeam(queryClient = createQueryClient()) {
	await showLastVisit(queryClient, "/team");
	return { team: queryClient.getQueryState(TEAM_KEY), session: queryClient.getQueryData(SESSION_KEY) };
}

test("the team of the last visit is there before the network answers [D2.9.851]", async () => {
	const { team, session } = await openTeam();
	expect(team?.data).toEqual({ team: { id: 3, teamName: "Kicks" }, rollbackAvailable: false });
	expect(new Date(team?.dataUpdatedAt ?? 0).toUTCString()).toBe(YESTERDAY);
	expect(session).toEqual({ user: { id: 7, fantasyTeamName: "Kicks" }, teamName: "Kicks" });
});

test.each([
	["the cookie names another account", () => Object.defineProperty(document, "cookie", { value: "signed_in=u8" })],
	["the data belongs to another account", () => localStorage.setItem("account", "8")],
	["the kept user is another one", () => Object.assign(kept, { "/api/en/user": { user: { id: 8 } } })],
	["nobody is known on the device", () => localStorage.removeItem("account")],
	["the device has just got another release", () => localStorage.setItem("release", "/assets/index-older.js 1")],
	["the team was not kept", () => delete kept["/api/en/fantasy/team/show-my"]],
	[
		"the season's clock was sped up",
		() => Object.assign(kept, { "/api/en/season/clock": { seasonTime: YESTERDAY, speed: 60 } }),
	],
])("nothing is shown if %s [D2.9.853]", async (_, change) => {
	change();
	expect(await openTeam()).toEqual({ team: undefined, session: undefined });
});

test("the release is noted, and what it kept since is shown [D2.9.853]", async () => {
	localStorage.removeItem("release");
	expect((await openTeam()).team).toBeUndefined();
	vi.setSystemTime("2026-11-27");
	localStorage.removeItem("release");
	await openTeam();
	vi.useRealTimers();
	expect((await openTeam()).team?.data).toBeDefined();
});

test("data that has arrived meanwhile is kept [D2.9.851]", async () => {
	const queryClient = createQueryClient();
	queryClient.setQueryData(TEAM_KEY, "new");
	expect((await openTeam(queryClient)).team?.data).toBe("new");
});
