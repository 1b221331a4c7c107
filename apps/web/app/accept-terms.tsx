import type { SyntheticEvent } from "react";
import { Trans, useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "./paths.ts";

/** Without this, pressing the link ticks the checkbox instead of opening the link. */
const stopPropagation = (event: SyntheticEvent) => event.stopPropagation();

/** The label of the terms' checkbox. The terms open in a new tab, because the form would be lost. */
export const AcceptTerms = () => {
	const { t } = useTranslation();
	const terms = (
		<Link
			to={paths.help.to("terms")}
			target="_blank"
			onPointerDown={stopPropagation}
			onMouseDown={stopPropagation}
			onKeyDown={stopPropagation}
			onClick={stopPropagation}
		>
			{null}
		</Link>
	);
	return <Trans t={t} i18nKey="registration.terms" components={{ terms }} />;
};
