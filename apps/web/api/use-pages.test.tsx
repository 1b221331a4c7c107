import { listLeagueActivity } from "@first-bounce/contract/leagues/league-activity";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { fakeApi, refusal, success } from "../../../testing/web/fake-api.ts";
import { renderAt } from "../../../testing/web/render-at.tsx";
import { ErrorModal } from "../components/error-modal/error-modal.tsx";
import { usePages } from "./use-pages.ts";

const FEED = "/fantasy/league/:id/feed";

const List = ({ noErrorModal }: { readonly noErrorModal: boolean }) => {
	const { data, loadMore } = usePages(listLeagueActivity, { params: { id: 5 } }, { meta: { noErrorModal } });
	return (
		<button type="button" onClick={loadMore}>
			{data?.pages.length ?? 0} pages
		</button>
	);
};

afterEach(() => vi.restoreAllMocks());

describe.each([
	["shows a failed first page itself", true],
	["leaves a failed first page to the error modal", false],
])("a list that %s", (_, noErrorModal) => {
	test.each([true, false])("opens the error modal if a further page fails (online: %s)", async (isOnline) => {
		let isDown = false;
		fakeApi({
			[FEED]: () =>
				isDown
					? refusal(503, "busy", "Please try again soon")
					: success(listLeagueActivity, { events: [], nextPage: 2 }),
		});
		renderAt(
			"/leagues/5/about",
			<>
				<List noErrorModal={noErrorModal} />
				<ErrorModal />
			</>,
		);
		fireEvent.click(await screen.findByRole("button", { name: "1 pages" }));
		await screen.findByRole("button", { name: "2 pages" });
		vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
		isDown = true;
		fireEvent.click(screen.getByRole("button", { name: "2 pages" }));
		await waitFor(() => expect(screen.getByRole("alertdialog").textContent).toContain("Please try again soon"));
		expect(screen.getByRole("button", { name: "2 pages", hidden: true })).toBeDefined();
	});
});
