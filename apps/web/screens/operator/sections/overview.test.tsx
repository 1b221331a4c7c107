import type { SuccessOf } from "@first-bounce/contract/call";
import { showOverview } from "@first-bounce/contract/operator";
import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { fakeApi, success } from "../../../testing/fake-api.ts";
import { renderAt } from "../../../testing/render-at.tsx";
import { useOperatorWords } from "../use-operator-words.ts";
import { OverviewSection } from "./overview.tsx";

beforeEach(() => {
	const nothing = () => undefined;
	vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: nothing, removeEventListener: nothing }));
});

const Overview = () => {
	useOperatorWords();
	return <OverviewSection />;
};

const MEGABYTE = 1024 * 1024;

function openOverview(storage: SuccessOf<typeof showOverview>["storage"]) {
	const counts = { users: 1, activeUsers: 1, teams: 1, completeTeams: 1, leagues: 0, sessions: 1 };
	const mails = { failedMails: 0, dueMails: 0 };
	const waiting = { quarantined: 0, announcedStarts: 0, ...mails, failedJobs: 0, reportedAnnouncements: 0 };
	fakeApi({
		"/operator/overview": () =>
			success(showOverview, {
				...{ season: null, round: null, lastPublication: null, feeds: [], asking: null },
				...{ storage, counts, waiting },
			}),
	});
	renderAt("/operator", <Overview />);
	return screen.findByText("Nothing waits for you.");
}

test("an operator sees that the disk is full", async () => {
	await openOverview({ state: "full", freeBytes: 0 });
	expect(screen.getByRole("alert").textContent).toBe(
		"The disk is full: nothing can be saved. Make room on the server's disk or the database's.",
	);
});

test("an operator sees how little room is left before it is full", async () => {
	await openOverview({ state: "low", freeBytes: 300 * MEGABYTE + 1 });
	expect(
		screen.getByText("Only 300 MB free on the server's disk. Once it is full, nothing can be saved."),
	).toBeTruthy();
});

test("with enough room the overview says nothing of it", async () => {
	await openOverview({ state: "ok", freeBytes: 9_000 * MEGABYTE });
	expect(screen.queryByText(/disk/)).toBeNull();
});
