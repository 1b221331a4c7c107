import { lazy } from "react";
import { Route, Routes } from "react-router";
import { ACCESS, type ScreenName } from "./access.ts";
import { Guard } from "./guard.tsx";
import { Drawn } from "./part.tsx";
import { paths } from "./paths.ts";
import { PreviewGate } from "./preview/preview-gate.tsx";
import { LANDING, NOT_FOUND, SCREENS } from "./screens.ts";
import { SessionGate } from "./session/session-gate.tsx";
import { Shell } from "./shell/shell.tsx";

const SCREEN_NAMES = Object.keys(ACCESS) as ScreenName[];

const guarded = (name: ScreenName) => (
	<Guard key={name} screen={name}>
		<Drawn part={SCREENS[name]} />
	</Guard>
);

const PreviewPassword = lazy(async () => ({
	default: (await import("../screens/preview/preview-password.tsx")).PreviewPassword,
}));

/** Before the preview gate is passed every path shows the login page; only the provider may still send people back. */
const closed = ({ isAsking, onBack }: { readonly isAsking: boolean; readonly onBack: () => void }) => (
	<Routes>
		<Route element={<Shell />}>
			<Route path={paths.loginCallback.pattern} element={guarded("loginCallback")} />
			<Route path="*" element={isAsking ? <PreviewPassword onBack={onBack} /> : <Drawn part={LANDING} />} />
		</Route>
	</Routes>
);

/** What an address shows; the router around it is the browser's, or where pages are made at build one that stands. */
export const Router = () => (
	<SessionGate>
		<PreviewGate closed={closed}>
			<Routes>
				<Route element={<Shell />}>
					{SCREEN_NAMES.map((name) => (
						<Route key={name} path={paths[name].pattern} element={guarded(name)} />
					))}
					<Route path="*" element={<Drawn part={NOT_FOUND} />} />
				</Route>
			</Routes>
		</PreviewGate>
	</SessionGate>
);
