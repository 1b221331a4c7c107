import { showOperatorAccess } from "@first-bounce/contract/operator/access";
import { showOverview } from "@first-bounce/contract/operator/operator";
import { screen } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { expect, test, vi } from "vitest";
import { buildSeasonFiles, buildSquad } from "../../players/testing/season-builder.ts";
import { fakeApi, file, success } from "../../testing/fake-api.ts";
import { renderAt } from "../../testing/render-at.tsx";
import { OperatorScreen } from "./operator-screen.tsx";
import { QUIET_OVERVIEW } from "./testing/quiet-overview.ts";

test("the console links to the guide of the API (D2.9.190)", async () => {
	const noop = () => undefined;
	vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: noop, removeEventListener: noop }));
	HTMLElement.prototype.scrollIntoView = noop;
	const files = buildSeasonFiles(buildSquad());
	const verifiedUntil = new Date(Date.now() + 3_600_000).toISOString();
	const access = { isEnrolled: true, verifiedUntil, needsSetupCode: false, recoveryCodesLeft: 8, demoCode: null };
	fakeApi({
		"/json/fantasy/season.json": () => file(files.season),
		"/json/fantasy/squads.json": () => file(files.squads),
		"/json/fantasy/players.json": () => file(files.players),
		"/json/fantasy/rounds.json": () => file(files.rounds),
		"/operator/access": () => success(showOperatorAccess, access),
		"/operator/overview": () => success(showOverview, QUIET_OVERVIEW),
	});
	renderAt(
		"/operator",
		<Routes>
			<Route path="/operator/*" element={<OperatorScreen />} />
		</Routes>,
	);
	const link = await screen.findByRole("link", { name: "API guide" });
	expect(link.getAttribute("href")).toBe("/api/guide");
});
