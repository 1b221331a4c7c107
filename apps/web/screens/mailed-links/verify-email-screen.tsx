import { verifyEmail } from "@first-bounce/contract/accounts/account";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { client } from "../../api/client.ts";
import { SESSION_KEY } from "../../api/session.ts";
import { Loader } from "../../app/loader/loader.tsx";
import { paths } from "../../app/paths.ts";
import { EmptyState } from "../../components/states/states.tsx";
import { getErrorMessage } from "../../i18n/error-message.ts";
import { useMailedToken } from "./mailed-token.ts";

/** Verifies the email address; opened from the link in the verification email. */
export const VerifyEmailScreen = () => {
	const { t } = useTranslation();
	const queryClient = useQueryClient();
	const token = useMailedToken();
	const result = useQuery({
		queryKey: ["verify-email", token],
		queryFn: () => client(verifyEmail, { body: { token: token ?? "" } }),
		enabled: token !== null,
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
		meta: { noErrorModal: true },
	});
	useEffect(() => {
		if (result.isSuccess) void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
	}, [result.isSuccess, queryClient]);
	if (token !== null && result.isPending) return <Loader />;
	const isDone = result.isSuccess;
	const text = isDone
		? t("mailed.verifiedText", { email: result.data.email })
		: token === null
			? t("mailed.noToken")
			: getErrorMessage(result.error, t);
	const title = t(isDone ? "mailed.verified" : "mailed.notVerified");
	return (
		<div role={isDone ? "status" : "alert"}>
			<title>{t("app.title", { page: title })}</title>
			<EmptyState isPage icon={isDone ? "check" : "alert"} title={title} text={text}>
				<Link to={paths.home.to()}>{t("mailed.toGame")}</Link>
			</EmptyState>
		</div>
	);
};
