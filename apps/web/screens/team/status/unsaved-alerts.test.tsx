import { buildLineupFromIds } from "@first-bounce/rules/lineup/slots";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { buildPlayer, buildSeason, RULES } from "../../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { buildTeam, buildViewContext } from "../../../../../testing/web/team-builders.ts";
import { createI18n } from "../../../i18n/i18n.ts";
import en from "../../../i18n/locale/en.json";
import type { Board } from "../board/state/board.ts";
import { listEmptySlots } from "../editor/edited-lineup.ts";
import type { SaveState } from "../editor/use-autosave.ts";
import { formatViolation } from "../model/format-violation.ts";
import { useTeamAlerts } from "./use-team-alerts.ts";

const SAVED: SaveState = { kind: "saved" };

const Alerts = ({ board }: { readonly board: Board }) => (
	<ul>
		{useTeamAlerts(board, SAVED).map(({ tone, text }) => (
			<li key={text} data-tone={tone}>
				{text}
			</li>
		))}
	</ul>
);

/** Lists the alerts for a line-up that lacks its last two forwards, if every player is a forward who costs $400,000. */
function listAlerts(bank: number): string[] {
	const season = buildSeason(
		Array.from({ length: 30 }, (_, index) => buildPlayer(index + 1, { position: ["FWD"], cost: 400_000 })),
	);
	const ids = Array.from({ length: 21 }, (_, index) => (index === 14 || index === 15 ? 0 : index + 1));
	const lineup = buildLineupFromIds(ids, RULES);
	const emptySlots = listEmptySlots({ lineup, pendingRoles: [] }, RULES);
	const team = buildTeam(0, null);
	const editor = { isDirty: true, violations: [], emptySlots, isLoadedFromDevice: false };
	const context = buildViewContext(season, { lineup, bank });
	const { unmount } = renderAt(
		"/team",
		<Alerts board={{ season, team, lineup, bank, context, mode: "edit", editor } as unknown as Board} />,
	);
	const alerts = screen.getAllByRole("listitem").map((item) => `${item.dataset.tone}: ${item.textContent}`);
	unmount();
	return alerts;
}

const HINT = "info: Fill 2 more spots to save your team. Until then it stays on this device.";

test("the team screen warns before the money runs out", () => {
	expect(listAlerts(900_000)).toEqual([HINT]);
	expect(listAlerts(850_000)).toEqual([
		"warn: Getting tight: $425K a spot for 2 spots. The cheapest players for them cost $800K in total.",
		HINT,
	]);
	expect(listAlerts(700_000)).toEqual([
		"bad: Can't fill 2 spots with $700K: the cheapest players cost $800K. Drop someone pricey.",
		HINT,
	]);
});

test("a line-up with too many emergencies says how many may be named", () => {
	const season = buildSeason([]);
	const t = createI18n(en).t;
	const format = (limit: number) => formatViolation({ code: "too-many-emergencies", limit }, season, t);
	expect([format(4), format(1)]).toEqual(["name no more than 4 emergencies", "name no more than 1 emergency"]);
});
