import { listBackups, showFirstSteps } from "@first-bounce/contract/operator/backups";
import { fireEvent, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { fakeApi, success } from "../../../../../testing/web/fake-api.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { FirstSteps } from "../overview/first-steps.tsx";
import { useOperatorTexts } from "../use-operator-texts.ts";
import { RestorePanel } from "./restore-panel.tsx";

beforeEach(() => {
	const noop = () => undefined;
	vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: noop, removeEventListener: noop }));
});

const Panel = ({ children }: { readonly children: ReactNode }) => {
	useOperatorTexts();
	return children;
};

test("an upload that a proxy refuses names the limit to raise [D2.9.781]", async () => {
	class RefusingRequest {
		status = 413;
		responseText = "<html>413 Request Entity Too Large</html>";
		upload = {};
		onload = () => undefined;
		open() {}
		setRequestHeader() {}
		send() {
			this.onload();
		}
	}
	vi.stubGlobal("XMLHttpRequest", RefusingRequest);
	fakeApi({
		"/operator/backups": () =>
			success(listBackups, {
				siteName: "footy.example.org",
				maxUpload: 300 * 1024 ** 2,
				canRestore: true,
				backups: [],
			}),
	});
	renderAt(
		"/operator/installation",
		<Panel>
			<RestorePanel />
		</Panel>,
	);
	const field = await screen.findByLabelText("Or upload a file of up to 300 MB");
	fireEvent.change(field, { target: { files: [new File(["x"], "backup.tar.gz")] } });
	expect(await screen.findByText(/client_max_body_size in nginx/)).toBeTruthy();
});

test("a backup can be uploaded while BACKUP_TO cannot be read", async () => {
	const problem = "s3s://storage.example.org/backups cannot be used: AccessDenied";
	fakeApi({
		"/operator/backups": () =>
			success(listBackups, {
				siteName: "localhost",
				maxUpload: 300 * 1024 ** 2,
				canRestore: true,
				backups: [],
				problem,
			}),
	});
	renderAt(
		"/operator/installation",
		<Panel>
			<RestorePanel />
		</Panel>,
	);
	expect(await screen.findByText(`Some backups are not listed: ${problem}`)).toBeTruthy();
	expect(screen.queryByText(/^There are no backups/)).toBeNull();
	expect(screen.getByLabelText("Or upload a file of up to 300 MB")).toBeTruthy();
});

test("a site without a season offers its owner the first steps [D2.9.778]", async () => {
	fakeApi({ "/operator/first-steps": () => success(showFirstSteps, { hasSeason: false, mayPlayDemo: true }) });
	renderAt(
		"/operator",
		<Panel>
			<FirstSteps />
		</Panel>,
	);
	expect(await screen.findByRole("button", { name: "Play the demo" })).toBeTruthy();
	expect(screen.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
		"Send yourself a test mail",
		"Send yourself a test notification",
		"Start a season",
		"Restore a backup",
	]);
});
