import { showClock } from "@first-bounce/contract/clock";
import { showAnnouncements } from "@first-bounce/contract/site/announcements";
import { showPreviewGate } from "@first-bounce/contract/site/preview";
import { act } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { file, success } from "../../../testing/web/fake-api.ts";
import { fakeLeagues, setWindowWidth } from "../../../testing/web/league-fakes.ts";
import { renderAt } from "../../../testing/web/render-at.tsx";
import { Router } from "./router.tsx";
import { SCREENS } from "./screens.ts";

/** A minute after the first match of round 2 should have started: a soft lock. */
const SOFT_LOCK = "2026-09-19T05:01:00.000Z";

test("in a soft lock a league's page fetches rounds every ten seconds (D2.9.09)", async () => {
	setWindowWidth(1280);
	vi.stubGlobal(
		"EventSource",
		class {
			addEventListener = () => undefined;
			close = () => undefined;
		},
	);
	// Loaded beforehand, because the page's timers stand still while a file is read.
	await Promise.all([SCREENS.league.preload(), import("../live/live-updates.tsx")]);
	const { requests } = fakeLeagues({
		"/preview": () => success(showPreviewGate, { isOn: false, isPassed: true }),
		"/announcements": () => success(showAnnouncements, { announcements: [] }),
		"/season/clock": () =>
			success(showClock, {
				seasonTime: SOFT_LOCK,
				wallTime: SOFT_LOCK,
				speed: 1,
				isDemo: false,
				playingRoundId: null,
			}),
		"/json/fantasy/checksums.json": () => file({ players: "a", rounds: "a", squads: "a" }),
	});
	vi.useFakeTimers({ now: Date.parse(SOFT_LOCK) });
	renderAt("/leagues/5/about", <Router />);
	const getTitle = () => document.querySelector("h1")?.textContent;
	for (let turn = 0; turn < 100 && !getTitle(); turn++) await act(() => vi.advanceTimersByTimeAsync(10));
	expect(getTitle()).toBe("Café Ruck");
	await act(() => vi.advanceTimersByTimeAsync(5_000));
	const countRounds = () => requests.filter((call) => call === "GET /json/fantasy/rounds.json").length;
	const before = countRounds();
	await act(() => vi.advanceTimersByTimeAsync(10_000));
	expect(countRounds() - before).toBe(1);
	await act(() => vi.advanceTimersByTimeAsync(20_000));
	expect(countRounds() - before).toBe(3);
});
