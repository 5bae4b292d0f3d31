//! The losses as a picture.

use plotters::prelude::*;
use serde::{Deserialize, Serialize};

use super::TrainError;
use crate::eval::network::BUCKETS;
use crate::learn::wdl::Reliability;

/// The mean losses of an epoch.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct EpochLoss {
    /// Over the samples learned from, each when its turn came.
    pub training: f64,
    /// Over the held-out games after the epoch; `None` if there are none.
    pub held_out: Option<HeldOut>,
}

/// The mean losses over the held-out games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct HeldOut {
    /// Of the model in floating point.
    pub model: f64,
    /// Of the network that plays, with all weights rounded.
    pub network: f64,
    /// The same by the number of men on the board, as its outputs have it; 0 where there is none.
    pub by_bucket: [f64; BUCKETS],
}

/// An SVG picture of the losses by epoch.
///
/// # Errors
/// If drawing fails.
pub fn draw(history: &[EpochLoss]) -> Result<String, TrainError> {
    let mut picture = String::new();
    draw_into(&mut picture, history).map_err(|error| TrainError::Curve(error.to_string()))?;
    Ok(picture)
}

fn draw_into(
    picture: &mut String,
    history: &[EpochLoss],
) -> Result<(), Box<dyn std::error::Error>> {
    let points = |loss: fn(&EpochLoss) -> Option<f64>| -> Vec<(u32, f64)> {
        let numbered = history.iter().enumerate();
        numbered.filter_map(|(i, epoch)| Some((i as u32 + 1, loss(epoch)?))).collect()
    };
    let series = [
        ("training", BLUE, points(|epoch| Some(epoch.training))),
        ("held out", RED, points(|epoch| Some(epoch.held_out?.network))),
    ];
    let losses = || series.iter().flat_map(|(.., points)| points).map(|&(_, loss)| loss);
    let (low, high) = (losses().fold(f64::MAX, f64::min), losses().fold(0.0, f64::max));
    let margin = (0.05 * (high - low)).max(1e-6);
    let area = SVGBackend::with_string(picture, (800, 500)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption("Loss", ("sans-serif", 24))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(80)
        .build_cartesian_2d(1..history.len().max(2) as u32, low - margin..high + margin)?;
    chart
        .configure_mesh()
        .x_desc("epoch")
        .y_desc("mean loss of a position")
        .x_labels(history.len().clamp(2, 20))
        .y_labels(8)
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .y_label_formatter(&|loss| format!("{loss:.5}"))
        .draw()?;
    for (name, colour, points) in series {
        let dots: Vec<_> = points.iter().map(|&at| Circle::new(at, 2, colour.filled())).collect();
        chart
            .draw_series(LineSeries::new(points, colour.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], colour.stroke_width(2)));
        chart.draw_series(dots)?;
    }
    chart.configure_series_labels().background_style(WHITE).border_style(BLACK).draw()?;
    area.present()?;
    Ok(())
}

/// An SVG picture of found against expected wins, both in per cent, and of the diagonal.
///
/// # Errors
/// If drawing fails.
pub fn reliability(steps: &[Reliability]) -> Result<String, TrainError> {
    let mut picture = String::new();
    reliability_into(&mut picture, steps).map_err(|error| TrainError::Curve(error.to_string()))?;
    Ok(picture)
}

fn reliability_into(
    picture: &mut String,
    steps: &[Reliability],
) -> Result<(), Box<dyn std::error::Error>> {
    let area = SVGBackend::with_string(picture, (560, 560)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(50)
        .build_cartesian_2d(0.0..100.0, 0.0..100.0)?;
    chart
        .configure_mesh()
        .x_desc("wins expected by the score, per cent")
        .y_desc("wins found")
        .light_line_style(TRANSPARENT)
        .draw()?;
    chart.draw_series(LineSeries::new([(0.0, 0.0), (100.0, 100.0)], BLACK.mix(0.3)))?;
    let points = steps
        .iter()
        .filter(|step| step.number > 0)
        .map(|step| (100.0 * step.expected, 100.0 * step.found));
    chart.draw_series(points.map(|at| Circle::new(at, 4, BLUE.filled())))?;
    area.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histories_of_any_length_are_drawn() {
        for length in [0, 1, 2, 30] {
            let epoch = |i| EpochLoss {
                training: 0.05 / f64::from(i + 1),
                held_out: (i % 2 == 0).then_some(HeldOut {
                    model: 0.06,
                    network: 0.07,
                    by_bucket: [0.07; BUCKETS],
                }),
            };
            let history: Vec<EpochLoss> = (0..length).map(epoch).collect();
            let picture = draw(&history).unwrap();
            assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
            assert!(picture.contains("held out"));
        }
    }
}
