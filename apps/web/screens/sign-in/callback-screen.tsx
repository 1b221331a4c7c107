import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { useUser } from "../../api/use-user.ts";
import { Loader } from "../../app/loader/loader.tsx";
import { paths } from "../../app/paths.ts";
import { PostLoginRedirect } from "../../app/session/post-login-redirect.tsx";
import { EmptyState } from "../../components/states/states.tsx";
import { getErrorMessage } from "../../i18n/error-message.ts";
import { Registration } from "./registration/registration.tsx";
import { RetrySignIn } from "./retry-sign-in.tsx";
import { useCodeSignIn } from "./use-code-sign-in.ts";

const Callback = () => {
	const { t } = useTranslation();
	const signIn = useCodeSignIn(useLocation().search);
	if (signIn.kind === "checking") return <Loader />;
	if (signIn.kind === "unregistered") return <Registration grant={signIn.grant} identity={signIn.identity} />;
	const reason = signIn.kind === "refused" ? getErrorMessage(signIn.error, t) : t(`signIn.${signIn.kind}`);
	return (
		<div role="alert">
			<EmptyState isPage icon="alert" title={t("signIn.failed")} text={reason}>
				<RetrySignIn />
				<Link to={paths.home.to()}>{t("notFound.home")}</Link>
			</EmptyState>
		</div>
	);
};

/** The redirect target of the identity provider: signs in, or shows the registration form. */
export const CallbackScreen = () => {
	const user = useUser();
	return user.state === "ready" && user.value ? <PostLoginRedirect user={user.value} /> : <Callback />;
};
