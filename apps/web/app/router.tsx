import { type ComponentType, lazy } from "react";
import { BrowserRouter, Route, Routes } from "react-router";
import { ACCESS, type ScreenName } from "./access.ts";
import { Guard } from "./guard.tsx";
import { paths } from "./paths.ts";
import { PreviewGate } from "./preview/preview-gate.tsx";
import { LOAD_SCREEN, part } from "./screens.ts";
import { SessionGate } from "./session/session-gate.tsx";
import { Shell } from "./shell/shell.tsx";

const screen = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));

const SCREENS = new Map(Object.entries(LOAD_SCREEN).map(([name, load]) => [name, screen(load)]));
const NotFoundScreen = screen(
	part(async () => (await import("../screens/not-found/not-found-screen.tsx")).NotFoundScreen),
);

const SCREEN_NAMES = Object.keys(ACCESS) as ScreenName[];

const guarded = (name: ScreenName) => {
	const Screen = SCREENS.get(name) ?? NotFoundScreen;
	return (
		<Guard key={name} screen={name}>
			<Screen />
		</Guard>
	);
};

const LandingScreen = screen(part(async () => (await import("../screens/home/landing.tsx")).Landing));
const PreviewPassword = lazy(async () => ({
	default: (await import("../screens/preview/preview-password.tsx")).PreviewPassword,
}));

/** Before the preview gate is passed every path shows the login page; only the provider may still send people back. */
const closed = ({ isAsking, onBack }: { readonly isAsking: boolean; readonly onBack: () => void }) => (
	<Routes>
		<Route element={<Shell />}>
			<Route path={paths.loginCallback.pattern} element={guarded("loginCallback")} />
			<Route path="*" element={isAsking ? <PreviewPassword onBack={onBack} /> : <LandingScreen />} />
		</Route>
	</Routes>
);

export const Router = () => (
	<BrowserRouter>
		<SessionGate>
			<PreviewGate closed={closed}>
				<Routes>
					<Route element={<Shell />}>
						{SCREEN_NAMES.map((name) => (
							<Route key={name} path={paths[name].pattern} element={guarded(name)} />
						))}
						<Route path="*" element={<NotFoundScreen />} />
					</Route>
				</Routes>
			</PreviewGate>
		</SessionGate>
	</BrowserRouter>
);
