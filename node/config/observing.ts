// Settings of what an operator sees of a node: its log, and its metrics.
import { Type } from 'typebox';
import { flag, integer, live, section, text } from './section.js';

export const log = section('Log lines on standard output.', {
  level: live(
    Type.Enum(['debug', 'info', 'warn', 'error', 'silent'], {
      default: 'info',
      description: 'Least severe line that is written: debug, info, warn, error or silent.',
    }),
  ),
  format: Type.Enum(['auto', 'json', 'text'], {
    default: 'auto',
    description:
      'Form of a line: json for programs, text for people, or auto, which is text at a terminal and json elsewhere.',
  }),
  requests: live(
    flag(
      false,
      'Write a line of the level info for each HTTP request: method, path without its query, status, milliseconds, caller and trace id. Events of the metrics listener have none.',
    ),
  ),
});

export const metrics = section('Measurements.', {
  enabled: flag(
    true,
    'Collect metrics, and serve them in the Prometheus format: at /metrics of http.port to the system administrator, and of port to everybody who reaches it.',
  ),
  host: text('127.0.0.1', 'Address on which metrics are served without a token. Loopback unless you say otherwise.'),
  port: integer(
    0,
    { minimum: 0, maximum: 65_535 },
    'Port on which metrics are served without a token, such as 9464: for a Prometheus server. 0 opens none.',
  ),
});
