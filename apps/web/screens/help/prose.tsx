import Markdown, { type MarkdownToJSX } from "markdown-to-jsx/react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import styles from "./prose.module.css";

const ProseLink = ({ href, children }: { readonly href?: string; readonly children: ReactNode }) =>
	href?.startsWith("/") ? <Link to={href}>{children}</Link> : <a href={href}>{children}</a>;

/** A table scrolls by itself where it is wider than the page, and is to be reached by the keyboard then. */
const ProseTable = ({ children }: { readonly children: ReactNode }) => (
	<div className={styles.table}>
		<table>{children}</table>
	</div>
);

/** HTML in a text stays text: nothing of it becomes part of the page. */
const OPTIONS: MarkdownToJSX.Options = {
	disableParsingRawHTML: true,
	forceBlock: true,
	overrides: { a: ProseLink, table: ProseTable, h1: "h3", h2: "h3" },
};

/** Running text written in markdown. */
export const Prose = ({ text }: { readonly text: string }) => (
	<div className={styles.prose}>
		<Markdown options={OPTIONS}>{text}</Markdown>
	</div>
);
