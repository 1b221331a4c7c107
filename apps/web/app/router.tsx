import { Route, Routes } from "react-router";
import { lazyPart } from "../upgrade/lazy-part.ts";
import { ACCESS, type ScreenName } from "./access.ts";
import { Guard, SessionGate } from "./guard.tsx";
import { Deferred, LazyScreen } from "./lazy-screen.tsx";
import { paths } from "./paths.ts";
import { PreviewGate } from "./preview/preview-gate.tsx";
import { LANDING, NOT_FOUND, SCREENS } from "./screens.ts";
import { Shell } from "./shell/shell.tsx";

const SCREEN_NAMES = Object.keys(ACCESS) as ScreenName[];

const renderGuarded = (name: ScreenName) => (
	<Guard key={name} screen={name}>
		<LazyScreen chunk={SCREENS[name]} />
	</Guard>
);

const PreviewPassword = lazyPart(async () => (await import("../screens/preview/preview-password.tsx")).PreviewPassword);

const loadLiveUpdates = async () => (await import("../live/live-updates.tsx")).LiveUpdates;

/** Until the preview password is entered, every path shows the landing page or the password form. */
const renderLocked = ({ isFormOpen, onBack }: { readonly isFormOpen: boolean; readonly onBack: () => void }) => (
	<Routes>
		<Route element={<Shell />}>
			<Route path="*" element={isFormOpen ? <PreviewPassword onBack={onBack} /> : <LazyScreen chunk={LANDING} />} />
		</Route>
	</Routes>
);

/** Every route. The browser renders it in a BrowserRouter, the prerenderer in a StaticRouter. */
export const Router = () => (
	<SessionGate>
		<PreviewGate renderLocked={renderLocked}>
			<Deferred load={loadLiveUpdates} />
			<Routes>
				<Route element={<Shell />}>
					{SCREEN_NAMES.map((name) => (
						<Route key={name} path={paths[name].pattern} element={renderGuarded(name)} />
					))}
					<Route path="*" element={<LazyScreen chunk={NOT_FOUND} />} />
				</Route>
			</Routes>
		</PreviewGate>
	</SessionGate>
);
