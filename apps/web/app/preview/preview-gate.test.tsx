import { showPreviewGate, unlockPreview } from "@first-bounce/contract/site/preview";
import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { fakeApi, refusal, success } from "../../../../testing/web/fake-api.ts";
import { renderAt } from "../../../../testing/web/render-at.tsx";
import { PreviewPassword } from "../../screens/preview/preview-password.tsx";
import { usePreview } from "./preview.ts";
import { PreviewGate } from "./preview-gate.tsx";

const Frame = () => {
	const { isPassed, onBrandPress } = usePreview();
	return (
		<>
			<button type="button" onClick={onBrandPress}>
				brand
			</button>
			{isPassed ? <nav>menu</nav> : null}
		</>
	);
};

function open(gate: { isOn: boolean; isPassed: boolean }, at = "/team") {
	fakeApi({
		"/preview": () => success(showPreviewGate, gate),
		"/preview/unlock": (body) =>
			(body as { password: string }).password === "early bird"
				? success(unlockPreview, { isOn: true, isPassed: true })
				: refusal(401, "wrong-preview-password", "That password is wrong"),
	});
	renderAt(
		at,
		<PreviewGate
			renderLocked={({ isFormOpen, onBack }) => (
				<>
					<Frame />
					{isFormOpen ? <PreviewPassword onBack={onBack} /> : <p>login page</p>}
				</>
			)}
		>
			<Frame />
			<p>the game</p>
		</PreviewGate>,
	);
}
const press = (times: number) => {
	for (let time = 0; time < times; time++) fireEvent.click(screen.getByText("brand"));
};
const enter = (password: string) => {
	fireEvent.change(screen.getByLabelText("Preview password"), { target: { value: password } });
	fireEvent.click(screen.getByRole("button", { name: "Enter" }));
};

describe("the preview gate", () => {
	test("shows the login page and no menu until it is passed", async () => {
		open({ isOn: true, isPassed: false });
		expect(await screen.findByText("login page")).toBeDefined();
		expect(screen.queryByText("menu")).toBeNull();
		expect(screen.queryByText("the game")).toBeNull();
	});

	const paths = ["/", "/team", "/leagues/join/ABC234", "/login/callback?code=x", "/help", "/xyz"];
	test.each(paths)("shows the login page on %s as on every path (D2.2.26)", async (at) => {
		open({ isOn: true, isPassed: false }, at);
		expect(await screen.findByText("login page")).toBeDefined();
		expect(screen.queryByText("the game")).toBeNull();
	});

	test("asks for the password at the tenth press, not the ninth (D1.2.62, D1.9.52)", async () => {
		open({ isOn: true, isPassed: false });
		await screen.findByText("login page");
		press(9);
		expect(screen.queryByLabelText("Preview password")).toBeNull();
		press(1);
		expect(screen.getByLabelText("Preview password")).toBeDefined();
	});

	test("opens the game with the right password only (D1.2.63, D1.2.68)", async () => {
		open({ isOn: true, isPassed: false });
		await screen.findByText("login page");
		press(10);
		expect(screen.queryByText("login page")).toBeNull();
		enter("guess");
		expect(await screen.findByText("That password is wrong")).toBeDefined();
		enter("early bird");
		expect(await screen.findByText("the game")).toBeDefined();
		expect(screen.getByText("menu")).toBeDefined();
	});

	test("stays closed until the server opens it, also on retry (D2.2.89)", async () => {
		let isDown = true;
		const gate = success(showPreviewGate, { isOn: false, isPassed: true });
		fakeApi({ "/preview": () => (isDown ? refusal(403, "foreign-origin", "Not from here") : gate) });
		renderAt("/team", <PreviewGate renderLocked={() => <p>login page</p>}>the game</PreviewGate>);
		const retry = await screen.findByRole("button", { name: "Try again" });
		expect([screen.queryByText("the game"), screen.getByText("Not from here").tagName]).toEqual([null, "P"]);
		isDown = false;
		fireEvent.click(retry);
		expect(await screen.findByText("the game")).toBeDefined();
	});

	test("is open if no password is configured", async () => {
		open({ isOn: false, isPassed: true });
		expect(await screen.findByText("the game")).toBeDefined();
	});
});
