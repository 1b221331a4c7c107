import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderAt } from "../../../../testing/web/render-at.tsx";
import type { CardPlayer } from "./card-player.ts";
import { EmptyCard, PlayerCard } from "./player-card.tsx";

const maeve: CardPlayer = {
	firstName: "Maeve",
	lastName: "Callinan",
	squadId: 1,
	positions: "MID",
	price: "$1.61M",
	fixture: "v C2",
	stat: "Avg 86.3",
	status: "playing",
	score: null,
	role: null,
	isLocked: false,
	change: null,
	substituted: null,
	photo: null,
	spoken: "Maeve Callinan, Club 1",
};

test("a card shows the player's photo, or else the guernsey (D1.2.95)", () => {
	const { container } = renderAt("/team", <PlayerCard player={{ ...maeve, photo: "/media/players/1/7/2.webp" }} />);
	const photo = container.querySelector("img");
	expect(photo?.getAttribute("src")).toBe("/media/players/1/7/2.webp");
	expect(container.querySelector("svg[viewBox='-1 0 102 127']")).toBeNull();
	if (photo) fireEvent.error(photo);
	expect(container.querySelector("img")).toBeNull();
	expect(container.querySelector("svg[viewBox='-1 0 102 127']")).not.toBeNull();
});

test("a player who did not play shows DNP instead (D1.2.100)", () => {
	renderAt("/team", <PlayerCard player={{ ...maeve, score: { tone: "dnp", text: "DNP" } }} />);
	expect(screen.getByText("DNP").getAttribute("data-tone")).toBe("dnp");
});

test.each([
	["injured", "INJ"],
	["not-playing", "OUT"],
] as const)("a player who is %s is marked as out", (status, text) => {
	renderAt("/team", <PlayerCard player={{ ...maeve, status }} />);
	expect(screen.getByText(text)).toBeDefined();
	expect(screen.getByRole("button").dataset.out).toBe("true");
});

test("a long last name is complete and may break after hyphens", () => {
	const long = { ...maeve, lastName: "Bartholomew-Higginbotham", positions: "DEF/MID/FWD", price: "$1.84M" };
	const { container } = renderAt("/team", <PlayerCard player={long} />);
	const name = screen.getByText("Bartholomew-Higginbotham");
	expect([name.dataset.long, name.style.getPropertyValue("--letters")]).toEqual(["true", "12"]);
	expect(container.textContent).toContain("DEF/MID/FWD $1.84M");
	expect(container.querySelectorAll("wbr")).toHaveLength(2);
});

test("an empty slot has an icon and can be pressed (D1.2.102)", () => {
	const onPress = vi.fn();
	renderAt("/team", <EmptyCard label="Add RUC" onPress={onPress} />);
	const slot = screen.getByRole("button", { name: "Add RUC" });
	expect(slot.querySelector("svg[aria-hidden]")).not.toBeNull();
	fireEvent.click(slot);
	expect(onPress).toHaveBeenCalledOnce();
});
