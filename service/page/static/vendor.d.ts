/** What vendor.js has of others. */
export { FluentBundle, FluentNumber, FluentResource } from "../../../openapi/node_modules/@fluent/bundle";
export { batch, computed, effect, signal, useComputed, useSignal } from "../../../openapi/node_modules/@preact/signals";
export type { Signal } from "../../../openapi/node_modules/@preact/signals";
export { Fragment, render } from "../../../openapi/node_modules/preact";
export { useEffect, useLayoutEffect, useMemo, useRef } from "../../../openapi/node_modules/preact/hooks";
export function html(strings: TemplateStringsArray, ...values: unknown[]): any;
