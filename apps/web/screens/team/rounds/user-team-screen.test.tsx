import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { describe, expect, test } from "vitest";
import { fakeApi, refusal } from "../../../../../testing/web/fake-api.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { ErrorModal } from "../../../components/error-modal/error-modal.tsx";
import { UserTeamScreen } from "./user-team-screen.tsx";

const open = (respond: () => ReturnType<typeof refusal>) => {
	fakeApi({ "/fantasy/team-history/get-by-round-and-user/1/999999": respond });
	renderAt(
		"/user/team/1/999999",
		<>
			<Routes>
				<Route path="/user/team/:roundId/:userId" element={<UserTeamScreen />} />
			</Routes>
			<ErrorModal />
		</>,
	);
};

describe("a team that cannot be shown", () => {
	test("opens a modal with title, first message and only Cancel (D1.8.09, D1.8.10, D1.8.11, D1.8.12, D1.2.61)", async () => {
		open(() => refusal(404, "team-unknown", "There is no such team"));
		const modal = within(await screen.findByRole("alertdialog", { name: "That team cannot be shown" }));
		expect(modal.getByText("There is no such team")).toBeDefined();
		expect(modal.getAllByRole("button").map((button) => button.textContent)).toEqual(["Cancel"]);
		fireEvent.click(modal.getByRole("button"));
		await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
	});

	test("shows a general message when the server sent none (D1.8.11)", async () => {
		open(() => ({ status: 500, body: { success: null, errors: [] } }));
		const modal = within(await screen.findByRole("alertdialog"));
		expect(modal.getByText("Something went wrong on our side. Please try again.")).toBeDefined();
	});
});
