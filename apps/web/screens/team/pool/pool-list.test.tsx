import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { buildPlayer, buildSeason } from "../../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { buildViewContext } from "../../../../../testing/web/team-builders.ts";
import { useFilterStore } from "../../../players/filters/use-filter-store.ts";
import { PoolList } from "./pool-list.tsx";

const [first, second, third] = [buildPlayer(1), buildPlayer(2), buildPlayer(3)];
const season = buildSeason([first, second, third]);

/** "Sort" reverses the pool, "Narrow" leaves only its second player. */
const Pool = () => {
	const filters = useFilterStore();
	const [players, setPlayers] = useState([first, second, third]);
	const noop = () => undefined;
	const board = {
		season,
		filters,
		context: buildViewContext(season),
		runPoolAction: noop,
		select: noop,
		clearSelection: noop,
	};
	return (
		<>
			<button type="button" onClick={() => setPlayers([third, second, first])}>
				Sort
			</button>
			<button type="button" onClick={() => setPlayers([second])}>
				Narrow
			</button>
			<PoolList players={players} board={board} view="prices" />
		</>
	);
};

test("a player's button keeps the focus when the pool changes", () => {
	renderAt("/team", <Pool />);
	const button = screen.getByRole("button", { name: "Add Pat Player2" });
	button.focus();
	fireEvent.click(screen.getByRole("button", { name: "Sort" }));
	fireEvent.click(screen.getByRole("button", { name: "Narrow" }));
	expect(screen.queryByRole("button", { name: "Add Pat Player1" })).toBeNull();
	expect(document.activeElement).toBe(button);
	expect(button.getAttribute("aria-label")).toBe("Add Pat Player2");
});
