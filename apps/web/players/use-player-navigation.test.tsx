import { fireEvent, screen } from "@testing-library/react";
import { useNavigate } from "react-router";
import { expect, test } from "vitest";
import { renderAt } from "../../../testing/web/render-at.tsx";
import { PlayerName } from "./player-name.tsx";
import { usePlayerNavigation } from "./use-player-navigation.ts";

const Screen = () => {
	const navigate = useNavigate();
	const { open, close } = usePlayerNavigation();
	const buttons = {
		team: () => navigate("/team?view=list"),
		open: () => open(3),
		close,
		back: () => navigate(-1),
	};
	return (
		<>
			<PlayerName id={4} name="Pat" />
			{Object.entries(buttons).map(([name, press]) => (
				<button key={name} type="button" onClick={() => void press()}>
					{name}
				</button>
			))}
		</>
	);
};

test.each([
	["a button", () => screen.getByText("open")],
	["a link", () => screen.getByRole("link")],
])("closing a player opened with %s leaves no history entry", (_, getOpener) => {
	const { getAddress } = renderAt("/rankings", <Screen />);
	fireEvent.click(screen.getByText("team"));
	fireEvent.click(getOpener());
	expect(getAddress()).toMatch(/^\/team\?view=list&player=[34]$/);
	fireEvent.click(screen.getByText("close"));
	expect(getAddress()).toBe("/team?view=list");
	fireEvent.click(screen.getByText("back"));
	expect(getAddress()).toBe("/rankings");
});

test("closing a player whom the address named shows the page", () => {
	const { getAddress } = renderAt("/rankings?player=3", <Screen />);
	fireEvent.click(screen.getByText("close"));
	expect(getAddress()).toBe("/rankings");
});
