import { showLeague } from "@first-bounce/contract/leagues/league";
import { updateLeague } from "@first-bounce/contract/leagues/league-actions";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { refusal, success } from "../../../../../testing/web/fake-api.ts";
import { buildLeague, fakeLeagues, setWindowWidth } from "../../../../../testing/web/league-fakes.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { paths } from "../../../app/paths.ts";
import { ErrorModal } from "../../../components/error-modal/error-modal.tsx";
import { Toasts } from "../../../components/toast/toasts.tsx";
import { LeagueScreen } from "../league/league-screen.tsx";

const LEAGUE = "/fantasy/league/5";
const PICTURE = "/media/leagues/5/1.webp";
const bare = buildLeague({ asCommissioner: true });
const withPicture = { ...bare, avatar: PICTURE, avatarVersion: 1 };

beforeEach(() => setWindowWidth(1280));
async function open() {
	const { container } = renderAt(
		"/leagues/5/settings",
		<>
			<Routes>
				<Route path={paths.league.pattern} element={<LeagueScreen />} />
			</Routes>
			<Toasts />
			<ErrorModal />
		</>,
	);
	await screen.findByRole("button", { name: "Update League" });
	return { countPictures: () => container.querySelectorAll(`img[src="${PICTURE}"]`).length };
}
const pressInDialog = async (name: string) => {
	const button = screen.getByRole("button", { name: "Remove picture" });
	button.focus();
	fireEvent.click(button);
	const modal = await screen.findByRole("dialog", { name: "Remove this picture?" });
	fireEvent.click(within(modal).getByRole("button", { name }));
};

test("a league's picture is removed after confirming, other changes unsaved", async () => {
	const never = new Promise<never>(() => undefined);
	const { posted } = fakeLeagues({
		[LEAGUE]: (body) =>
			body
				? success(updateLeague, { league: bare })
				: posted.length > 0
					? never
					: success(showLeague, { league: withPicture }),
	});
	const { countPictures } = await open();
	const shown = countPictures();
	expect(shown).toBeGreaterThan(0);
	fireEvent.change(screen.getByRole("textbox", { name: "League name" }), { target: { value: "Half Typed" } });
	await pressInDialog("Cancel");
	await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
	expect([countPictures(), posted]).toEqual([shown, []]);
	await pressInDialog("Remove picture");
	await waitFor(() => expect(countPictures()).toBe(0));
	expect(posted).toEqual([{ path: LEAGUE, body: { leagueId: 5, avatar: null } }]);
	expect(await screen.findByText("The league's picture has been removed.")).toBeDefined();
	expect(screen.queryByRole("button", { name: "Remove picture" })).toBeNull();
	await waitFor(() => expect(document.activeElement?.textContent).toBe("Choose a picture"));
	expect(screen.getByRole("textbox", { name: "League name" })).toHaveProperty("value", "Half Typed");
});

test("a refused removal keeps the picture and shows the reason", async () => {
	fakeLeagues({
		[LEAGUE]: (body) =>
			body
				? refusal(403, "not-commissioner", "Only the commissioner may do that")
				: success(showLeague, { league: withPicture }),
	});
	const { countPictures } = await open();
	await pressInDialog("Remove picture");
	expect((await screen.findByRole("alertdialog", { name: "Something went wrong" })).textContent).toContain(
		"Only the commissioner may do that",
	);
	expect(countPictures()).toBeGreaterThan(0);
});

test("a league without a picture has no remove button", async () => {
	fakeLeagues({}, { league: bare });
	await open();
	expect(screen.getByRole("button", { name: "Choose a picture" })).toBeDefined();
	expect(screen.queryByRole("button", { name: "Remove picture" })).toBeNull();
});
