import { useEffect, useEffectEvent, useRef } from "react";
import { useNavigate } from "react-router";
import { useUser } from "../../api/use-user.ts";
import { Loader } from "../../app/loader/loader.tsx";
import { paths } from "../../app/paths.ts";
import { PostLoginRedirect } from "../../app/session/post-login-redirect.tsx";
import { useSignIn } from "../../app/session/use-sign-in.ts";

/** Redirects a visitor to the provider's sign-in. If that fails, the home page has the button to try again. */
const ProviderRedirect = () => {
	const { signIn } = useSignIn();
	const navigate = useNavigate();
	const hasStarted = useRef(false);
	const start = useEffectEvent(async () => {
		if (!(await signIn())) await navigate(paths.home.to(), { replace: true });
	});
	useEffect(() => {
		// An effect may run twice, but each start replaces the stored request of the previous start.
		if (hasStarted.current) return;
		hasStarted.current = true;
		void start();
	}, []);
	useEffect(() => {
		// Back from the provider may restore the page as it was left, where it would wait for ever.
		const onShow = ({ persisted }: PageTransitionEvent) => {
			if (persisted) void navigate(paths.home.to(), { replace: true });
		};
		addEventListener("pageshow", onShow);
		return () => removeEventListener("pageshow", onShow);
	}, [navigate]);
	return <Loader />;
};

/** Starts a session: the provider's sign-in for a visitor, the next page for a signed-in user. */
export const InitiateScreen = () => {
	const user = useUser();
	if (user.state === "pending") return <Loader />;
	return user.state === "ready" && user.value ? <PostLoginRedirect user={user.value} /> : <ProviderRedirect />;
};
