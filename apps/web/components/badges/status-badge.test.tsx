import { PLAYER_STATUSES, type PlayerStatus } from "@first-bounce/rules/player";
import { expect, test } from "vitest";
import { renderAt } from "../../testing/render-at.tsx";
import { StatusBadge } from "./status-badge.tsx";

const renderStatus = (status: PlayerStatus) => {
	const { container, unmount } = renderAt("/", <StatusBadge status={status} />);
	const shownStatus = container.querySelector("[data-status]")?.getAttribute("data-status");
	unmount();
	return shownStatus;
};

test("each of the five statuses has a badge (D1.3.62)", () => {
	expect(PLAYER_STATUSES.toSorted()).toEqual(["emergency", "injured", "not-playing", "playing", "uncertain"]);
	expect(PLAYER_STATUSES.map(renderStatus)).toEqual([...PLAYER_STATUSES]);
});

test("an unknown status is shown as uncertain (D1.3.70)", () => {
	expect(renderStatus("resting" as PlayerStatus)).toBe("uncertain");
});
